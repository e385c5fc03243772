package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.shard.DecisionCommand.Decision;
import io.weir.engine.shard.DecisionCommand.View;
import io.weir.engine.shard.UpkeepCommand.Changes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages: moves the first visible places to the end of their visibility timeout.
 *
 * <p>Owner: shard loop. The results are those of the last evaluation.
 */
public final class TakeDecision implements Decision {

  private final int queueId;
  private final Take take;
  private List<TakenMessage> taken = List.of();
  private boolean isCut;
  private int visited;

  public TakeDecision(int queueId, Take take) {
    this.queueId = queueId;
    this.take = take;
  }

  /** Returns the messages that were taken. */
  public List<TakenMessage> taken() {
    return taken;
  }

  /** Whether it took nothing and another take may find messages, because this one has removed as many expired ones as it may. */
  public boolean isUnfinished() {
    return isCut && taken.isEmpty();
  }

  /** Returns the number of places that were visited. */
  int visited() {
    return visited;
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var edit = new MessageEdit(queueId, view.entries(), changes);
    var visible = VisibleMessages.read(view, queueId, take.messages(), edit);
    var hiddenUntil = Ticks.after(view.ticks(), take.visibility());
    taken = visible.places().stream()
        .map(place -> take(view, edit, place, place.taken(hiddenUntil, view.ticks())))
        .toList();
    edit.finish();
    isCut = visible.isCut();
    visited = visible.visited();
    return null;
  }

  private TakenMessage take(View view, MessageEdit edit, Place before, Place after) {
    edit.move(before, after);
    return new TakenMessage(
        Contents.message(view.entries(), queueId, after),
        Receipt.of(after).text(),
        Ticks.instant(after.visibleAt()));
  }
}
