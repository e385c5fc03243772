package io.weir.engine.tree;

/**
 * Says that a reader which must not wait needs a leaf that may have to be read from the disk.
 *
 * <p>The reader of a tree of {@link Tree#residentOnly} expects it: the reader has the page read on
 * another thread, then reads again. It has no stack trace, because it is not a failure.
 */
public final class ColdPage extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int shard;
  private final transient byte[] key;

  public ColdPage(int shard, byte[] key) {
    super("a page is not in memory", null, false, false);
    this.shard = shard;
    this.key = key;
  }

  /** Returns the shard that the reader named. */
  public int shard() {
    return shard;
  }

  /** Returns a key that the leaf covers. */
  public byte[] key() {
    return key;
  }
}
