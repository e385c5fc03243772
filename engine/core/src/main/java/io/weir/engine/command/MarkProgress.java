package io.weir.engine.command;

/** Stores a marker of an index. */
public final class MarkProgress implements ClaimOperation {

  private final int position;
  private final byte[] key;
  private final byte[] value;

  public MarkProgress(int position, byte[] key, byte[] value) {
    this.position = position;
    this.key = key;
    this.value = value;
  }

  @Override
  public int position() {
    return position;
  }

  @Override
  public byte[] key() {
    return key;
  }

  public byte[] value() {
    return value;
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.mark(this);
  }
}
