package io.weir.engine.page;

/**
 * Thrown if no page of this size can be allocated now.
 *
 * <p>Rare, because a writer calls {@link PageStore#hasRoom} first. The store is unchanged, and may
 * have room later.
 */
public final class PagesExhausted extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int lengthBytes;

  public PagesExhausted(int lengthBytes) {
    super("no room for a page lengthBytes=" + lengthBytes);
    this.lengthBytes = lengthBytes;
  }

  /** Returns the requested length. */
  public int lengthBytes() {
    return lengthBytes;
  }
}
