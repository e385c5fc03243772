package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.SentMessage;
import io.weir.engine.pending.Changes;
import io.weir.engine.pending.Decision;
import io.weir.engine.pending.Decision.View;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Puts messages into a queue. Owner: shard loop. The results are those of the last evaluation. */
public final class PutDecision implements Decision {

  private final int queueId;
  private final List<NewMessage> messages;
  private List<SentMessage> sent = List.of();

  public PutDecision(int queueId, NewMessage message) {
    this(queueId, List.of(message));
  }

  /** @param messages are taken in this order, if they become visible at one moment */
  public PutDecision(int queueId, List<NewMessage> messages) {
    this.queueId = queueId;
    this.messages = List.copyOf(messages);
  }

  /** Returns the id of the queue. */
  public int queueId() {
    return queueId;
  }

  /** Returns the answers to the sender, in the order of the messages. Empty before the decision. */
  public List<SentMessage> sent() {
    return sent;
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var edit = new MessageEdit(queueId, view.entries(), changes);
    var answers = new ArrayList<SentMessage>(messages.size());
    for (var message : messages) {
      answers.add(put(message, idOf(view.ticks(), answers.size()), view.ticks(), edit));
    }
    edit.finish();
    sent = answers;
    return null;
  }

  /** The Timestamp is the command's alone in its shard. The place in the command comes before the queue, because ids order the messages. */
  private UUID idOf(long ticks, int place) {
    return new UUID(ticks, (long) place << Integer.SIZE | queueId);
  }

  private static SentMessage put(NewMessage message, UUID id, long now, MessageEdit edit) {
    var life = message.timeToLive();
    var expiresAt = life == null ? Place.NEVER : Ticks.after(now, life);
    var place = new Place(Ticks.after(now, message.delay()), id, expiresAt, 0, now);
    edit.add(place, new StoredMessage(now, expiresAt, message.text().value()));
    return new SentMessage(
        new MessageId(id),
        Receipt.of(place).text(),
        Ticks.instant(now),
        Ticks.instant(expiresAt),
        Ticks.instant(place.visibleAt()));
  }
}
