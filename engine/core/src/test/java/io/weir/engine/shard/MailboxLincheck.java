package io.weir.engine.shard;

import io.weir.testkit.Interleavings;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Producers on several threads, and a shard's loop that takes commands and puts some back. */
public final class MailboxLincheck {

  private static final String LOOP = "shard loop";
  private static final int MAX_COMMANDS = 2;
  private static final int MAX_BYTES = 7;
  private static final byte[] KEY = {0, 0, 0, 1, 'p', 0, 'r'};

  @Test
  void everyInterleavingEqualsAnOrderOfTheCalls() {
    Interleavings.explore(Commands.class, Model.class);
  }

  @Test
  void freeThreadsEqualAnOrderOfTheCalls() {
    Interleavings.race(Commands.class, Model.class);
  }

  @Test
  void noInterleavingExceedsTheBytesOrLosesSome() {
    Interleavings.explore(Bytes.class);
  }

  private static Command command(int number, int bytes) {
    return new WriteCommand(number, List.of(), List.of(KEY), bytes, new Answer());
  }

  /** The commands of a mailbox, by their numbers. There are always bytes enough. */
  public static final class Commands {

    private final Mailbox mailbox = new Mailbox(MAX_COMMANDS, Long.MAX_VALUE);

    @Operation
    public boolean offer(@Param(gen = IntGen.class, conf = "1:5") int number) {
      return mailbox.offer(command(number, 1));
    }

    @Operation
    public boolean isHalfEmpty() {
      return mailbox.isHalfEmpty();
    }

    @Operation(nonParallelGroup = LOOP)
    public @Nullable Integer peek() {
      return numberOf(mailbox.peek());
    }

    @Operation(nonParallelGroup = LOOP)
    public @Nullable Integer poll() {
      return numberOf(mailbox.poll());
    }

    @Operation(nonParallelGroup = LOOP)
    public @Nullable Integer takeAndPutBack() {
      var taken = mailbox.poll();
      if (taken != null) {
        mailbox.putBack(List.of(taken));
      }
      return numberOf(taken);
    }

    private static @Nullable Integer numberOf(@Nullable Command command) {
      return command == null ? null : command.tableId();
    }
  }

  /** The commands as two lists. */
  public static final class Model {

    private final ArrayDeque<Integer> putBack = new ArrayDeque<>();
    private final ArrayDeque<Integer> commands = new ArrayDeque<>();

    public boolean offer(int number) {
      return commands.size() < MAX_COMMANDS && commands.add(number);
    }

    public boolean isHalfEmpty() {
      return commands.size() < MAX_COMMANDS / 2;
    }

    public @Nullable Integer peek() {
      return putBack.isEmpty() ? commands.peek() : putBack.peek();
    }

    public @Nullable Integer poll() {
      return putBack.isEmpty() ? commands.poll() : putBack.poll();
    }

    public @Nullable Integer takeAndPutBack() {
      var taken = poll();
      if (taken != null) {
        putBack.addFirst(taken);
      }
      return taken;
    }
  }

  /**
   * The bytes of a mailbox.
   *
   * <p>An offer that the bound refuses holds its bytes for a moment, and may make another offer
   * fail that alone would fit. The results of the offers are therefore not compared with a model.
   */
  public static final class Bytes {

    private final Mailbox mailbox = new Mailbox(2 * MAX_BYTES, MAX_BYTES);

    /**
     * Bytes taken by the mailbox. Never more than it holds: added after an offer, subtracted before
     * a poll.
     */
    private final AtomicLong held = new AtomicLong();

    @Operation
    public void offer(@Param(gen = IntGen.class, conf = "1:5") int bytes) {
      if (mailbox.offer(command(1, bytes)) && held.addAndGet(bytes) > MAX_BYTES) {
        throw new IllegalStateException("the mailbox holds too much");
      }
    }

    @Operation(nonParallelGroup = LOOP)
    public void poll() {
      var next = mailbox.peek();
      if (next != null) {
        held.addAndGet(-next.weightBytes());
        mailbox.poll();
      }
    }

    @Validate
    public void anEmptiedMailboxTakesAllBytesAgain() {
      while (mailbox.peek() != null) {
        mailbox.poll();
      }
      if (!mailbox.offer(command(1, MAX_BYTES)) || mailbox.offer(command(1, 1))) {
        throw new IllegalStateException("the mailbox counts wrongly");
      }
    }
  }
}
