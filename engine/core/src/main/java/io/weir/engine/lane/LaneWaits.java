package io.weir.engine.lane;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.queue.Lane;
import io.weir.engine.queue.TakeDecision;
import io.weir.engine.queue.WaitingTake;
import io.weir.engine.queue.WaitingTakes;
import io.weir.engine.shard.CommandReply;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/**
 * One take that waits at all lanes of its queue, each on the loop of its own shard. It takes the
 * messages of the lane that has some first.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>It looks at one lane at a time, so it never holds messages of two. A lane that wakes it
 *       meanwhile waits for its turn.
 *   <li>Each lane that wakes it hears of the outcome once. When the take is over, the lane hears
 *       that a message may be visible, and wakes the next take: no message stays because a take did
 *       not look.
 *   <li>It gives up when it has given up at every lane.
 * </ul>
 *
 * <p>Steps of several loops are carried out one after another, by the loop that came first. At most
 * as many steps wait as there are lanes, and the steps of one look.
 */
final class LaneWaits implements WaitingTake.Owner {

  /** Sends takes that do not wait. */
  interface Looks {

    /**
     * Looks at one lane.
     *
     * @param reply makes the reply for the decision that is sent
     */
    void look(Lane lane, Function<TakeDecision, CommandReply> reply);
  }

  private final QueueWaits waits;
  private final Duration longest;
  private final Looks looks;
  private final MonoSink<List<TakenMessage>> sink;

  private final Queue<Runnable> steps = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unfinished = new AtomicInteger();

  // the rest belongs to the present step

  private final List<WaitingTake> joined = new ArrayList<>();

  /** Lanes that have woken the take and wait for its look. */
  private final Deque<WaitingTake> woken = new ArrayDeque<>();

  private @Nullable WaitingTake looking;
  private int givenUp;
  private boolean isOver;

  LaneWaits(QueueWaits waits, Duration longest, Looks looks, MonoSink<List<TakenMessage>> sink) {
    this.waits = waits;
    this.longest = longest;
    this.looks = looks;
    this.sink = sink;
  }

  /**
   * Begins to wait at these lanes, and to look at the first of them. Called once. Fails with
   * {@code ServerBusy} if too many takes wait at one.
   */
  void join(List<Lane> lanes) {
    sink.onDispose(() -> step(() -> end(null)));
    step(() -> {
      for (var lane : lanes) {
        var waiting = new WaitingTake(lane, longest, this);
        if (!waits.of(lane).join(waiting)) {
          end(null);
          sink.error(new ServiceBusyException("reason=waitingTakes limit=" + WaitingTakes.MOST));
          return;
        }
        joined.add(waiting);
      }
    });
  }

  @Override
  public void look(WaitingTake waiting) {
    step(() -> {
      woken.add(waiting);
      next();
    });
  }

  @Override
  public void giveUp() {
    step(() -> {
      givenUp++;
      if (givenUp == joined.size() && !isOver) {
        isOver = true;
        sink.success(List.of());
      }
    });
  }

  /** Looks at the next lane, or passes the turns of all lanes on if the take is over. */
  private void next() {
    if (isOver) {
      woken.forEach(this::passOn);
      woken.clear();
    } else if (looking == null && !woken.isEmpty()) {
      var waiting = woken.remove();
      looking = waiting;
      looks.look(waiting.lane(), decision -> reply(waiting, decision));
    }
  }

  private CommandReply reply(WaitingTake waiting, TakeDecision decision) {
    var answer = new QueueReply<>(sink, decision::taken);
    return new CommandReply() {
      @Override
      public void done(long timestampTicks) {
        step(() -> {
          looking = null;
          var hasTaken = !decision.taken().isEmpty();
          waits.of(waiting.lane()).looked(waiting, hasTaken, decision.untilNextVisible());
          if (hasTaken) {
            end(waiting);
            answer.done(timestampTicks);
          } else {
            next();
          }
        });
      }

      @Override
      public void failed(TableServiceException failure) {
        step(() -> {
          looking = null;
          waits.of(waiting.lane()).failed(waiting);
          end(waiting);
          answer.failed(failure);
        });
      }
    };
  }

  /**
   * Ends the waits at all lanes but one, which has heard of it. Nothing happens if the take is
   * over.
   */
  private void end(@Nullable WaitingTake informed) {
    if (isOver) {
      return;
    }
    isOver = true;
    for (var waiting : joined) {
      if (waiting != informed) {
        waits.of(waiting.lane()).leave(waiting);
      }
    }
    next();
  }

  private void passOn(WaitingTake waiting) {
    waits.of(waiting.lane()).looked(waiting, true, Duration.ZERO);
  }

  private void step(Runnable step) {
    steps.add(step);
    if (unfinished.getAndIncrement() != 0) {
      return;
    }
    do {
      var next = steps.poll();
      if (next != null) {
        next.run();
      }
    } while (unfinished.decrementAndGet() != 0);
  }
}
