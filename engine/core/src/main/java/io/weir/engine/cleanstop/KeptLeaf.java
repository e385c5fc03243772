package io.weir.engine.cleanstop;

/**
 * A leaf as an orderly stop left it.
 *
 * <p>A class and not a record, because it holds an array: nobody may write to it.
 */
public final class KeptLeaf {

  private final byte[] fence;
  private final int begins;
  private final long pageId;
  private final int lengthBytes;
  private final int entries;
  private final int checksum;

  public KeptLeaf(
      byte[] fence, int begins, long pageId, int lengthBytes, int entries, int checksum) {
    this.fence = fence;
    this.begins = begins;
    this.pageId = pageId;
    this.lengthBytes = lengthBytes;
    this.entries = entries;
    this.checksum = checksum;
  }

  /** Above every key before this leaf, not above any in it; empty for the first. */
  public byte[] fence() {
    return fence;
  }

  /** Levels of nodes on which a node begins with this leaf. */
  public int begins() {
    return begins;
  }

  /** Names the page file and the key in its map. */
  public long pageId() {
    return pageId;
  }

  public int lengthBytes() {
    return lengthBytes;
  }

  /** Number of entries in the page. */
  public int entries() {
    return entries;
  }

  /** CRC-32C of the page. */
  public int checksum() {
    return checksum;
  }
}
