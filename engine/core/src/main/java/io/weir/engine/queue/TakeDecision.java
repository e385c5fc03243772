package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.QueueLimits;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.command.Decision.View;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages: moves the first visible places to the end of their visibility timeout. It hides
 * those that were taken too often, so that they can be moved to another queue.
 *
 * <p>Owner: shard loop. The results are those of the last evaluation.
 */
public final class TakeDecision implements Decision {

  /**
   * The time for which a message is hidden that moves to another queue. If the move fails, a later
   * take finds it again.
   */
  static final Duration TIME_TO_MOVE = Duration.ofSeconds(30);

  private final Lane lane;
  private final Take take;
  private final int maxDequeueCount;
  private List<TakenMessage> taken = List.of();
  private List<TakenMessage> givenUp = List.of();
  private boolean isCut;
  private int visited;
  private long nextVisibleAt = Place.NEVER;
  private long decidedAt;

  /** Makes the decision for a lane of a queue that gives up no message. */
  public TakeDecision(Lane lane, Take take) {
    this(lane, take, Integer.MAX_VALUE);
  }

  /** @param maxDequeueCount number of takes after which a message is given up */
  public TakeDecision(Lane lane, Take take, int maxDequeueCount) {
    this.lane = lane;
    this.take = take;
    this.maxDequeueCount = maxDequeueCount;
  }

  /**
   * Returns the messages that were taken too often. They are hidden, too; their receipts serve to
   * move them.
   */
  public List<TakenMessage> givenUp() {
    return givenUp;
  }

  /** Returns the messages that were taken. */
  public List<TakenMessage> taken() {
    return taken;
  }

  /**
   * Whether it took nothing and another take may find messages, because this one met expired
   * messages, or such that are given up.
   */
  public boolean isUnfinished() {
    return taken.isEmpty() && (isCut || !givenUp.isEmpty());
  }

  /**
   * Returns the time from the decision until the lane has a visible message, if nothing else
   * changes it; zero if it has one now, and at most {@link QueueLimits#MAX_VISIBILITY}.
   */
  public Duration untilNextVisible() {
    var ticks = Math.max(0, nextVisibleAt - decidedAt);
    var most = QueueLimits.MAX_VISIBILITY;
    return ticks >= most.dividedBy(Ticks.TICK) ? most : Ticks.TICK.multipliedBy(ticks);
  }

  /** Returns the number of places that were visited. */
  int visited() {
    return visited;
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var edit = new MessageEdit(lane, view.entries(), changes);
    var visible = VisibleMessages.read(view, lane, take.messages(), edit);
    var hiddenUntil = Ticks.after(view.ticks(), take.visibility());
    var moveUntil = Ticks.after(view.ticks(), TIME_TO_MOVE);
    taken = visible.places().stream()
        .filter(place -> place.dequeueCount() < maxDequeueCount)
        .map(place -> take(view, edit, place, place.taken(hiddenUntil, view.ticks())))
        .toList();
    givenUp = visible.places().stream()
        .filter(place -> place.dequeueCount() >= maxDequeueCount)
        .map(place -> take(view, edit, place, place.moved(moveUntil, view.ticks())))
        .toList();
    edit.finish();
    isCut = visible.isCut();
    visited = visible.visited();
    decidedAt = view.ticks();
    nextVisibleAt = Math.min(
        visible.nextVisibleAt(),
        Math.min(
            taken.isEmpty() ? Place.NEVER : hiddenUntil,
            givenUp.isEmpty() ? Place.NEVER : moveUntil));
    return null;
  }

  private TakenMessage take(View view, MessageEdit edit, Place before, Place after) {
    edit.move(before, after);
    return new TakenMessage(
        MessageTexts.message(view.entries(), lane, after),
        Receipt.of(after).text(),
        Ticks.instant(after.visibleAt()));
  }
}
