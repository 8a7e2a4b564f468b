"""How the learned policies are made from their own playouts."""
