// Starts `citevet lsp` for the open workspace. Everything else is in the language server.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["markdown", "latex", "plaintext", "bibtex", "quarto", "typst", "org", "restructuredtext", "asciidoc"];
let client;

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("citevet").get("command");
  client = new LanguageClient(
    "citevet",
    "citevet",
    { command, args },
    {
      documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })),
      synchronize: { configurationSection: "citevet" },
      // The server asks for the settings of each folder itself, so a change is sent without any.
      middleware: { workspace: { configuration: sendSettings, didChangeConfiguration: (_, next) => next(undefined) } },
    },
  );
  try {
    await client.start();
  } catch (error) {
    const advice = "Install it with pip install 'citevet[lsp]', or set citevet.command.";
    vscode.window.showErrorMessage(`${command} did not start: ${error.message}. ${advice}`);
  }
}

// The command is a setting of this extension, not of the server, which reports settings that it does not use.
async function sendSettings(params, token, next) {
  const answers = await next(params, token);
  return Array.isArray(answers) ? answers.map((answer) => (answer ? { ...answer, command: undefined } : answer)) : answers;
}

async function restart() {
  await client?.dispose();
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("citevet.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("citevet.command") && restart()),
  );
  await start();
};

exports.deactivate = () => client?.dispose();
