package io.weir.api.follow;

import io.weir.api.FeedItem;
import io.weir.api.FeedToken;
import io.weir.api.TableName;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.Optional;

/** Items of feeds. A token is {@code t} and a number. */
final class Items {

  static final TableName TABLE = new TableName("Birds");

  private Items() {}

  static FeedItem stored(int token, long batch, String row) {
    return change(token, batch, row, Optional.of(entity(row)), FeedItem.Cause.WRITE);
  }

  /** Returns a change of an entity of 512 KiB and a few bytes. */
  static FeedItem large(int token) {
    var entity = Entity.builder("p", "large" + token);
    for (var i = 0; i < 8; i++) {
      entity.set("Part" + i, new EdmBinary(new byte[64 << 10]));
    }
    return change(token, token, "large" + token, Optional.of(entity.build()), FeedItem.Cause.WRITE);
  }

  static FeedItem removed(int token, long batch, String row) {
    return change(token, batch, row, Optional.empty(), FeedItem.Cause.WRITE);
  }

  static FeedItem existing(int token, String row) {
    return change(token, 0, row, Optional.of(entity(row)), FeedItem.Cause.EXISTING);
  }

  static FeedItem range(int token) {
    var bound = new EdmBinary(new byte[] {1});
    return new FeedItem.RangeRemoved(TABLE, 0, bound, bound, at(token), token(token));
  }

  static FeedItem dropped(int token) {
    return new FeedItem.TableDropped(TABLE, at(token), token(token));
  }

  static FeedItem checkpoint(int token) {
    return new FeedItem.Checkpoint(token(token));
  }

  static FeedToken token(int number) {
    return new FeedToken("t" + number);
  }

  private static FeedItem change(
      int token, long batch, String row, Optional<Entity> after, FeedItem.Cause cause) {
    return new FeedItem.Change(
        TABLE,
        0,
        new EntityKey("p", row),
        after,
        FeedItem.Before.UNKNOWN,
        at(token),
        cause,
        batch,
        token(token));
  }

  private static Entity entity(String row) {
    return Entity.builder("p", row).build();
  }

  private static EdmDateTime at(int token) {
    return new EdmDateTime(token);
  }
}
