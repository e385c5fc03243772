package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.Message;
import io.weir.api.queue.Peek;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.command.Decision.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first visible messages. Owner: shard loop. The results are those of the last
 * evaluation.
 */
public final class PeekDecision implements Decision {

  private final Lane lane;
  private final Peek peek;
  private List<Message> seen = List.of();
  private boolean isCut;

  public PeekDecision(Lane lane, Peek peek) {
    this.lane = lane;
    this.peek = peek;
  }

  /** Returns the messages. */
  public List<Message> seen() {
    return seen;
  }

  /**
   * Whether it saw nothing and another look may find messages, because this one has removed as many
   * expired ones as it may.
   */
  public boolean isUnfinished() {
    return isCut && seen.isEmpty();
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var edit = new MessageEdit(lane, view.entries(), changes);
    var visible = VisibleMessages.read(view, lane, peek.messages(), edit);
    edit.finish();
    isCut = visible.isCut();
    seen = visible.places().stream()
        .map(place -> MessageTexts.message(view.entries(), lane, place))
        .toList();
    return null;
  }
}
