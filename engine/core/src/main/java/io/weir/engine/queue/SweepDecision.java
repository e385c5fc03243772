package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.engine.pending.Changes;
import io.weir.engine.pending.Decision;
import io.weir.engine.pending.Decision.View;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Removes the messages that expired first. Owner: shard loop. The results are those of the last evaluation. */
final class SweepDecision implements Decision {

  private final Lane lane;
  private int removed;
  private boolean isCut;

  SweepDecision(Lane lane) {
    this.lane = lane;
  }

  /** Whether a tree holds an expired message of a lane. */
  static boolean isDue(Tree tree, Lane lane, long ticks) {
    var cursor = new Cursor().open(tree);
    return cursor.seek(QueueKeys.expiriesFrom(lane, 0))
        && cursor.compareKey(QueueKeys.expiriesFrom(lane, ticks + 1)) < 0;
  }

  Lane lane() {
    return lane;
  }

  int removed() {
    return removed;
  }

  /** Whether more messages may have expired. */
  boolean isCut() {
    return isCut;
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var most = view.isFull() ? VisibleMessages.MOST_WITHOUT_ROOM : VisibleMessages.MOST_EXPIRED;
    var edit = new MessageEdit(lane, view.entries(), changes);
    var end = QueueKeys.expiriesFrom(lane, view.ticks() + 1);
    var cursor = view.entries().cursor();
    removed = 0;
    isCut = false;
    for (var more = cursor.seek(QueueKeys.expiriesFrom(lane, 0));
        more && Arrays.compareUnsigned(cursor.key(), end) < 0;
        more = cursor.next()) {
      if (removed == most) {
        isCut = true;
        break;
      }
      var visibleAt = ByteBuffer.wrap(cursor.value()).getLong();
      edit.remove(new Place(
          visibleAt, QueueKeys.idOf(cursor.key()), QueueKeys.momentOf(cursor.key()), 0, 0));
      removed++;
    }
    edit.finish();
    return null;
  }
}
