package io.weir.engine.page;

/**
 * No page of this size can be had now.
 *
 * <p>Rare, because a writer asks {@link PageStore#hasRoom} first. The store is as before; it may
 * have room later.
 */
public final class PagesExhausted extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int lengthBytes;

  public PagesExhausted(int lengthBytes) {
    super("no room for a page lengthBytes=" + lengthBytes);
    this.lengthBytes = lengthBytes;
  }

  /** The length that was asked for. */
  public int lengthBytes() {
    return lengthBytes;
  }
}
