package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.SentMessage;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.command.Decision.View;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Puts messages into a lane of a queue. Owner: shard loop. The results are those of the last
 * evaluation.
 */
public final class PutDecision implements Decision {

  private final Lane lane;
  private final List<NewMessage> messages;
  private List<SentMessage> sent = List.of();

  public PutDecision(Lane lane, NewMessage message) {
    this(lane, List.of(message));
  }

  /** @param messages are taken in this order, if they become visible at one moment */
  public PutDecision(Lane lane, List<NewMessage> messages) {
    this.lane = lane;
    this.messages = List.copyOf(messages);
  }

  /** Returns the lane. */
  public Lane lane() {
    return lane;
  }

  /** Returns the answers to the sender, in the order of the messages. Empty before the decision. */
  public List<SentMessage> sent() {
    return sent;
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var edit = new MessageEdit(lane, view.entries(), changes);
    var answers = new ArrayList<SentMessage>(messages.size());
    for (var message : messages) {
      answers.add(put(message, idOf(view.ticks(), answers.size()), view.ticks(), edit));
    }
    edit.finish();
    sent = answers;
    return null;
  }

  /**
   * The Timestamp is the command's alone in its shard. The place in the command comes before the
   * queue, because ids order the messages of a lane.
   */
  private UUID idOf(long ticks, int place) {
    return new UUID(ticks, lane.idBits() | (long) place << Integer.SIZE | lane.queueId());
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
