package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.SentMessage;
import io.weir.engine.shard.DecisionCommand.Decision;
import io.weir.engine.shard.DecisionCommand.View;
import io.weir.engine.shard.UpkeepCommand.Changes;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Puts a message into a queue. Owner: shard loop. The result is that of the last evaluation. */
public final class PutDecision implements Decision {

  private final int queueId;
  private final NewMessage message;
  private @Nullable SentMessage sent;

  public PutDecision(int queueId, NewMessage message) {
    this.queueId = queueId;
    this.message = message;
  }

  /** Returns the answer to the sender. Called after the decision. */
  public SentMessage sent() {
    var answer = sent;
    if (answer == null) {
      throw new IllegalStateException("the message is not put yet");
    }
    return answer;
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var now = view.ticks();
    var life = message.timeToLive();
    var expiresAt = life == null ? Place.NEVER : Ticks.after(now, life);
    var visibleAt = Ticks.after(now, message.delay());
    var place = new Place(visibleAt, new UUID(now, queueId), expiresAt, 0, now);
    var edit = new MessageEdit(queueId, view.entries(), changes);
    edit.add(place, new StoredMessage(now, expiresAt, message.text().value()));
    edit.finish();
    sent = new SentMessage(
        new MessageId(place.id()),
        Receipt.of(place).text(),
        Ticks.instant(now),
        Ticks.instant(expiresAt),
        Ticks.instant(visibleAt));
    return null;
  }
}
