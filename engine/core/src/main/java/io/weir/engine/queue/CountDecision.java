package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.command.Decision.View;
import io.weir.engine.tree.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of a lane that have not expired. It has a turn of its own, because it counts
 * expired messages in the tree's leaf pages.
 *
 * <p>It looks at one counter, and at one page for about 80 expired messages that the sweep has not
 * removed. Owner: shard loop.
 */
public final class CountDecision implements Decision {

  private final Lane lane;
  private long messages;

  public CountDecision(Lane lane) {
    this.lane = lane;
  }

  /** Returns the number of messages. */
  public long messages() {
    return messages;
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var cursor = new Cursor().open(view.entries().tree());
    cursor.seek(QueueKeys.expiriesFrom(lane, 0));
    var expired = cursor.countTo(QueueKeys.expiriesFrom(lane, view.ticks() + 1), Integer.MAX_VALUE);
    messages = MessageEdit.count(view.entries(), lane) - expired;
    return null;
  }
}
