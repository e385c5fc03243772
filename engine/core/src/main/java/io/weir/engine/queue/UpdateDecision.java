package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.RenewedMessage;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.command.Decision.View;
import org.jspecify.annotations.Nullable;

/**
 * Moves a held message to another moment of visibility, and replaces its text. Owner: shard loop.
 *
 * <p>deliberate: the moment may come after the message's end of life, as after a take. The
 * documentation of the protocol refuses that, but the service that it describes answers 204: see
 * {@code engine/server/QUEUES.md}.
 */
public final class UpdateDecision implements Decision {

  private final Lane lane;
  private final HeldMessage held;
  private final MessageUpdate update;
  private @Nullable RenewedMessage renewed;

  public UpdateDecision(Lane lane, HeldMessage held, MessageUpdate update) {
    this.lane = lane;
    this.held = held;
    this.update = update;
  }

  /** Returns the new receipt. Called after the decision. */
  public RenewedMessage renewed() {
    var answer = renewed;
    if (answer == null) {
      throw new IllegalStateException("the message is not updated yet");
    }
    return answer;
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var found = HeldPlace.find(view, lane, held);
    var before = found.place();
    if (before == null) {
      return found.refusal();
    }
    var after = before.moved(Ticks.after(view.ticks(), update.visibility()), view.ticks());
    var edit = new MessageEdit(lane, view.entries(), changes);
    edit.move(before, after);
    var text = update.text();
    if (text != null) {
      var stored = MessageTexts.stored(view.entries(), lane, before);
      edit.replaceText(after, StoredMessage.replaced(stored, text));
    }
    renewed = new RenewedMessage(Receipt.of(after).text(), Ticks.instant(after.visibleAt()));
    return null;
  }
}
