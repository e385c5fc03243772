package io.weir.engine.shard;

import io.weir.engine.balance.MajorityVote;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.MpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * A queue of commands for a shard, bounded in number and in bytes.
 *
 * <p>A mailbox of which three quarters of a bound are used is crowded. It then finds out whether
 * one partition has most of the commands, and refuses further ones of it, so that the last quarter
 * stays for the others. This costs nothing while the mailbox is not crowded.
 *
 * <p>{@link #offer} and {@link #whenRoom}: any thread. {@link #peek}, {@link #poll},
 * {@link #putBack} and {@link #callWaiting}: shard loop.
 */
final class Mailbox {

  private static final String HOT_PARTITION = "reason=hotPartition";

  private final MpscArrayQueue<Command> commands;
  private final AtomicLong bytes = new AtomicLong();
  private final int maxCommands;
  private final long maxBytes;

  /**
   * Commands that were put back. They precede {@link #commands}. They count for the bound of bytes,
   * not for that of the number. Owner: shard loop.
   */
  private final ArrayDeque<Command> putBack = new ArrayDeque<>();

  /** Set by producers, cleared by the shard's loop. */
  private volatile boolean isCrowded;

  /**
   * The hash of the partition that has most of the commands of a crowded mailbox; 0 for none.
   * Written by the shard's loop.
   */
  private volatile int hot;

  private final MajorityVote vote = new MajorityVote();

  /** Tasks of producers that wait for room. Any thread adds, the shard's loop removes. */
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  Mailbox(int maxCommands, long maxBytes) {
    this.commands = new MpscArrayQueue<>(maxCommands);
    this.maxCommands = maxCommands;
    this.maxBytes = maxBytes;
  }

  /**
   * Adds the command. Returns false when that would exceed one of the bounds, or when its partition
   * crowds the mailbox.
   */
  boolean offer(Command command) {
    var held = bytes.addAndGet(command.weightBytes());
    if (held <= crowded(maxBytes)
            && commands.offerIfBelowThreshold(command, (int) crowded(maxCommands))
        || held <= maxBytes && offerToCrowd(command)) {
      return true;
    }
    bytes.addAndGet(-command.weightBytes());
    return false;
  }

  private boolean offerToCrowd(Command command) {
    isCrowded = true;
    return !isHot(command) && commands.offer(command);
  }

  private static long crowded(long bound) {
    return bound - bound / 4;
  }

  private boolean isHot(Command command) {
    var partition = hot;
    return partition != 0 && partition == command.partitionHash();
  }

  /** Returns why a command was refused. */
  String refusalOf(Command command) {
    return isHot(command) ? HOT_PARTITION : JointCommand.MAILBOX_FULL;
  }

  /**
   * Whether less than half of either bound is used. The free half then suffices for any command of
   * a patient producer, and the other half stays free for producers that do not wait.
   */
  boolean isHalfEmpty() {
    return commands.size() < maxCommands / 2 && bytes.get() < maxBytes / 2;
  }

  /** Adds a task that {@link #callWaiting} runs once. */
  void whenRoom(Runnable task) {
    waiting.add(task);
  }

  /**
   * Runs the tasks of waiting producers in order, each at most once, while the mailbox is half
   * empty.
   */
  void callWaiting() {
    // deliberate: the number is read once; a task that finds no room adds itself again
    for (var left = waiting.size(); left > 0 && isHalfEmpty(); left--) {
      waiting.remove().run();
    }
  }

  /**
   * Puts commands back at the head of the queue, in their order. Producers may have taken their
   * room meanwhile: the mailbox then exceeds its bound by these commands, and accepts no other.
   */
  void putBack(List<Command> taken) {
    for (var i = taken.size() - 1; i >= 0; i--) {
      bytes.addAndGet(taken.get(i).weightBytes());
      putBack.addFirst(taken.get(i));
    }
  }

  /**
   * Returns the keys of the next commands, which stay in their order.
   *
   * @param most commands to look at, at most
   * @param mostBytes the weight of the commands after which no further one is looked at
   */
  List<byte[]> nextKeys(int most, long mostBytes) {
    var next = new ArrayList<Command>();
    var weight = 0L;
    while (next.size() < most && weight < mostBytes && peek() != null) {
      var command = Objects.requireNonNull(poll());
      weight += command.weightBytes();
      next.add(command);
    }
    putBack(next);
    return next.stream().flatMap(command -> command.keys().stream()).toList();
  }

  /** Returns the command that {@link #poll} removes next; null when there is none. */
  @Nullable
  Command peek() {
    return putBack.isEmpty() ? commands.peek() : putBack.peek();
  }

  @Nullable
  Command poll() {
    var again = putBack.poll();
    var command = again == null ? commands.poll() : again;
    if (command != null) {
      bytes.addAndGet(-command.weightBytes());
      if (isCrowded && again == null) {
        observe(command);
      }
    }
    return command;
  }

  private void observe(Command command) {
    vote.add(command.partitionHash());
    if (isHalfEmpty()) {
      isCrowded = false;
      vote.clear();
    }
    hot = vote.leader();
  }

  /** Returns the number of commands that wait, without those that were put back. */
  int size() {
    return commands.size();
  }
}
