package io.weir.pattern.process;

import io.weir.api.FeedItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The table of changes that no attempt could handle: one entity for each change, in the partition
 * of the processor's name.
 *
 * <p>The RowKey is a hash of the change, so that a change that is parked again after a takeover
 * replaces its entity. The entity names the changed entity by its key and does not copy it. Texts
 * are cut to {@value #LONGEST_TEXT} characters; the encoded bounds of a removed range are stored
 * whole. Immutable; any thread.
 */
final class ParkedChanges {

  static final int LONGEST_TEXT = 1_000;

  private final TableService service;
  private final TableName table;
  private final String processor;

  ParkedChanges(TableService service, TableName table, String processor) {
    this.service = service;
    this.table = table;
    this.processor = processor;
  }

  /** Stores the changes of a batch, one after another. */
  Mono<Void> park(ChangeBatch batch, int attempts, Throwable failure) {
    return Flux.fromIterable(batch.items())
        .concatMap(item -> service.write(
            table, new Write.Upsert(letter(batch, item, attempts, failure), WriteMode.REPLACE)))
        .then();
  }

  private Entity letter(ChangeBatch batch, FeedItem item, int attempts, Throwable failure) {
    var letter = new EntityBuilder()
        .key(new EntityKey(processor, hash(batch.partitionGroup(), item)))
        .set("Group", batch.partitionGroup())
        .set("Token", item.token().text())
        .set("Attempts", attempts)
        .set("ErrorType", shortened(failure.getClass().getName()))
        .set("Error", shortened(String.valueOf(failure.getMessage())));
    return item.dispatch(new Properties(letter)).build();
  }

  private static String hash(int group, FeedItem item) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update((group + "\n" + item.dispatch(IDENTITY)).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns well-formed text: lone surrogates, which no entity can hold, become {@code ?}. */
  private static String shortened(String text) {
    var cut = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
    return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /** What tells a change of a group from all others. */
  private static final FeedItem.Handler<String> IDENTITY = new FeedItem.Handler<>() {
    @Override
    public String change(FeedItem.Change item) {
      return "change\n" + item.table().folded() + "\n" + item.timestamp() + "\n"
          + HexFormat.of().formatHex(item.key().encoded());
    }

    @Override
    public String rangeRemoved(FeedItem.RangeRemoved item) {
      return "range\n" + item.table().folded() + "\n" + item.timestamp() + "\n"
          + HexFormat.of().formatHex(item.from().toByteArray()) + "\n"
          + HexFormat.of().formatHex(item.to().toByteArray());
    }

    @Override
    public String tableDropped(FeedItem.TableDropped item) {
      return "drop\n" + item.table().folded() + "\n" + item.timestamp();
    }

    @Override
    public String checkpoint(FeedItem.Checkpoint item) {
      throw new IllegalStateException("a checkpoint is not handled");
    }
  };

  private record Properties(EntityBuilder letter) implements FeedItem.Handler<EntityBuilder> {

    private EntityBuilder of(String kind, TableName changed, EdmDateTime at) {
      return letter.set("Kind", kind).set("Table", changed.value()).set("ChangedAt", at);
    }

    @Override
    public EntityBuilder change(FeedItem.Change item) {
      return of("change", item.table(), item.timestamp())
          .set("ChangedPartitionKey", item.key().partitionKey())
          .set("ChangedRowKey", item.key().rowKey())
          .set("Removed", item.after().isEmpty())
          .set("Cause", item.cause().name());
    }

    @Override
    public EntityBuilder rangeRemoved(FeedItem.RangeRemoved item) {
      return of("rangeRemoved", item.table(), item.timestamp())
          .set("From", item.from())
          .set("To", item.to());
    }

    @Override
    public EntityBuilder tableDropped(FeedItem.TableDropped item) {
      return of("tableDropped", item.table(), item.timestamp());
    }

    @Override
    public EntityBuilder checkpoint(FeedItem.Checkpoint item) {
      throw new IllegalStateException("a checkpoint is not handled");
    }
  }
}
