package io.weir.engine.queue;

import io.weir.engine.command.Decision.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The messages at the front of a lane that are visible. Expired messages among them are removed.
 *
 * <p>Hidden messages lie after the visible ones and are not visited. The number of expired ones
 * that one command removes is limited, so the work of a command does not depend on the length of
 * the queue. Each expired message is removed once, by the first command that meets it.
 *
 * @param isCut whether the walk ended because it met too many expired messages; another walk finds
 *     more
 * @param nextVisibleAt the moment, in ticks, from which the next message after these is visible;
 *     {@link Place#NEVER} if there is none
 * @param visited number of entries that were visited
 */
record VisibleMessages(List<Place> places, boolean isCut, long nextVisibleAt, int visited) {

  /** Most expired messages that a command removes. */
  static final int MOST_EXPIRED = 100;

  /** Most expired messages that a command removes while page files have no room. */
  static final int MOST_WITHOUT_ROOM = 4;

  static VisibleMessages read(View view, Lane lane, int most, MessageEdit edit) {
    var mostExpired = view.isFull() ? MOST_WITHOUT_ROOM : MOST_EXPIRED;
    var places = new ArrayList<Place>();
    var end = QueueKeys.placesFrom(lane, view.ticks() + 1);
    var cursor = view.entries().cursor();
    var expired = 0;
    var more = cursor.seek(QueueKeys.placesFrom(lane, 0));
    while (more && places.size() < most && Arrays.compareUnsigned(cursor.key(), end) < 0) {
      var place = Place.of(cursor.key(), cursor.value());
      if (!place.isExpired(view.ticks())) {
        places.add(place);
      } else if (expired < mostExpired) {
        edit.remove(place);
        expired++;
      } else {
        return new VisibleMessages(places, true, place.visibleAt(), places.size() + expired + 1);
      }
      more = cursor.next();
    }
    var next = more && QueueKeys.isPlace(cursor.key(), lane)
        ? QueueKeys.momentOf(cursor.key())
        : Place.NEVER;
    return new VisibleMessages(places, false, next, places.size() + expired);
  }
}
