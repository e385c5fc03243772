package io.weir.engine.shard;

import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.MpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Commands waiting for a shard, bounded in number and in bytes.
 *
 * <p>{@link #offer}: any thread. {@link #peek} and {@link #poll}: shard loop.
 */
final class Mailbox {

  private final MpscArrayQueue<Command> commands;
  private final AtomicLong bytes = new AtomicLong();
  private final int maxCommands;
  private final long maxBytes;

  Mailbox(int maxCommands, long maxBytes) {
    this.commands = new MpscArrayQueue<>(maxCommands);
    this.maxCommands = maxCommands;
    this.maxBytes = maxBytes;
  }

  /** Takes the command, unless one of the bounds would be passed. */
  boolean offer(Command command) {
    if (bytes.addAndGet(command.weightBytes()) <= maxBytes && commands.offer(command)) {
      return true;
    }
    bytes.addAndGet(-command.weightBytes());
    return false;
  }

  /**
   * Whether there is more than half of the room: then there is enough for any command that is willing to wait, and what is left stays for
   * those that are not.
   */
  boolean isHalfEmpty() {
    return commands.size() < maxCommands / 2 && bytes.get() < maxBytes / 2;
  }

  /** The command that {@link #poll} takes next. */
  @Nullable
  Command peek() {
    return commands.peek();
  }

  @Nullable
  Command poll() {
    var command = commands.poll();
    if (command != null) {
      bytes.addAndGet(-command.weightBytes());
    }
    return command;
  }

  boolean isEmpty() {
    return commands.isEmpty();
  }

  int size() {
    return commands.size();
  }
}
