package io.weir.engine.index;

/**
 * What a shard keeps of changes with tokens. Each kind comes in generations of its own
 * ({@link TokenGeneration}), so entities of answers never displace outcomes.
 *
 * <pre>
 * kind      what it holds                     counted bytes                a generation ends after
 * OUTCOMES  that a command was carried out    64 a token                   96 MiB: 1,572,864 tokens
 * IMAGES    the entities of its answer        64 and its size an entity    32 MiB
 * </pre>
 *
 * <p>A shard that takes 20,000 tokens a second therefore remembers each outcome for at least 78 s.
 * That is longer than a client repeats a change
 * ({@link io.weir.api.write.Write.Change#REPEAT_TIME}).
 */
public enum TokenMemory {
  OUTCOMES(6, 96 << 20),
  IMAGES(8, 32 << 20);

  /** What an outcome counts, and an entity beside its size. */
  public static final int ENTRY_BYTES = 64;

  private final byte tag;
  private final long mostBytes;

  TokenMemory(int tag, long mostBytes) {
    this.tag = (byte) tag;
    this.mostBytes = mostBytes;
  }

  /** Returns the bytes after which a generation ends. */
  public long mostBytes() {
    return mostBytes;
  }

  /** Returns the tag of the key of the present generation. */
  byte generationTag() {
    return tag;
  }

  /** Returns the tag of the keys of what is kept. */
  byte entryTag() {
    return (byte) (tag + 1);
  }
}
