package io.weir.engine.index;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.write.Write;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The generation of a {@link TokenMemory} that a shard adds to. It ends when it is as old as a
 * token lives, or holds its share of memory. A shard knows the entries of the present generation
 * and of the one before, so it remembers each for {@link #LIFE_TICKS} or until
 * {@link TokenMemory#mostBytes} of later ones have come, and never holds more than twice as much,
 * apart from what the sweep has not removed yet.
 *
 * <pre>
 * offset  bytes  meaning
 * 0       4      number, counting from 1, big-endian
 * 4       8      Timestamp of the first command, in ticks, big-endian
 * 12      8      bytes of its entries, big-endian: see {@link TokenMemory}
 * </pre>
 */
public record TokenGeneration(int number, long beganTicks, long bytes) {

  /** How long a token is remembered, in ticks. */
  public static final long LIFE_TICKS =
      Write.Change.TOKEN_LIFE.toSeconds() * EdmDateTime.TICKS_PER_SECOND;

  private static final int LENGTH = Integer.BYTES + 2 * Long.BYTES;

  /** Returns the generation of a value; the one before the first for null. */
  public static TokenGeneration of(byte @Nullable [] value) {
    if (value == null) {
      return new TokenGeneration(0, Long.MIN_VALUE, 0);
    }
    var bytes = ByteBuffer.wrap(value);
    return new TokenGeneration(bytes.getInt(), bytes.getLong(), bytes.getLong());
  }

  public byte[] encoded() {
    return ByteBuffer.allocate(LENGTH)
        .putInt(number)
        .putLong(beganTicks)
        .putLong(bytes)
        .array();
  }

  /** Returns the generation that takes the entries of a command: this one, or the next. */
  public TokenGeneration at(long ticks, TokenMemory memory) {
    return isOver(ticks) || bytes >= memory.mostBytes()
        ? new TokenGeneration(number + 1, ticks, 0)
        : this;
  }

  /** Returns this generation with more bytes. */
  public TokenGeneration plus(long more) {
    return new TokenGeneration(number, beganTicks, bytes + more);
  }

  /** Whether a token that was given at one moment is still remembered at another one. */
  public static boolean isRemembered(long givenTicks, long ticks) {
    return ticks - givenTicks < LIFE_TICKS;
  }

  /** Returns the number of the first generation that is remembered. */
  public int firstRemembered(long ticks) {
    if (isOver(ticks)) {
      return isOver(ticks - LIFE_TICKS) ? number + 1 : number;
    }
    return number - 1;
  }

  private boolean isOver(long ticks) {
    return number == 0 || !isRemembered(beganTicks, ticks);
  }
}
