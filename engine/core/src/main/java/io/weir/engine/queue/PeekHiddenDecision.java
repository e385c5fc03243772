package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.HiddenMessage;
import io.weir.api.queue.Peek;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.command.Decision.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the hidden messages that become visible first, and changes nothing. It passes over at most
 * {@value #MOST_EXPIRED} expired ones, which a sweep removes. Owner: shard loop. The results are
 * those of the last evaluation.
 */
public final class PeekHiddenDecision implements Decision {

  private static final int MOST_EXPIRED = 1000;

  private final Lane lane;
  private final Peek peek;
  private List<HiddenMessage> seen = List.of();

  public PeekHiddenDecision(Lane lane, Peek peek) {
    this.lane = lane;
    this.peek = peek;
  }

  /** Returns the messages. */
  public List<HiddenMessage> seen() {
    return seen;
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var hidden = new ArrayList<HiddenMessage>();
    var expired = 0;
    var cursor = view.entries().cursor();
    var more = cursor.seek(QueueKeys.placesFrom(lane, view.ticks() + 1));
    while (more
        && hidden.size() < peek.messages()
        && expired < MOST_EXPIRED
        && QueueKeys.isPlace(cursor.key(), lane)) {
      var place = Place.of(cursor.key(), cursor.value());
      if (place.isExpired(view.ticks())) {
        expired++;
      } else {
        hidden.add(new HiddenMessage(
            MessageTexts.message(view.entries(), lane, place), Ticks.instant(place.visibleAt())));
      }
      more = cursor.next();
    }
    seen = List.copyOf(hidden);
    return null;
  }
}
