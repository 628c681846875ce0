"""What a user asks for, one file each, composing the stages."""
