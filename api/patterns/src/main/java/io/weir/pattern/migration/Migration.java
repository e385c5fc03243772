package io.weir.pattern.migration;

import io.weir.api.Continuation;
import io.weir.api.FeedToken;
import io.weir.api.TableName;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import java.util.Arrays;
import java.util.Optional;

/**
 * A migration as it is stored beside the map: RowKey {@value #ROW} in the map's partition, so a map
 * has one at most.
 *
 * @param version of the record; empty before it is stored
 * @param epoch rises each time a program takes the migration over
 * @param region moves
 * @param source the shard that has the region before
 * @param target the shard that has it afterwards
 * @param step the step that goes on
 * @param feed the place in the source's feed from which changes are followed; empty without a feed
 * @param copied the place up to which entities are copied; empty before the first
 */
public record Migration(
    Optional<ETag> version,
    long epoch,
    KeyRegion region,
    String source,
    String target,
    Step step,
    Optional<FeedToken> feed,
    Optional<Copied> copied) {

  /** The RowKey of the record. */
  static final String ROW = "migration";

  private static final String EPOCH = "Epoch";
  private static final String REGION = "Region";
  private static final String SOURCE = "Source";
  private static final String TARGET = "Target";
  private static final String STEP = "Step";
  private static final String FEED = "Feed";
  private static final String COPIED_TABLE = "CopiedTable";
  private static final String COPIED_TO = "CopiedTo";

  /** The steps, in their order. {@link #ROLLING_BACK} follows any of the first three. */
  public enum Step {
    /** The entities are copied; writers go on. */
    COPYING,
    /** The changes since the copy began are repeated; writers go on. */
    FOLLOWING,
    /** The region takes no writes; the last changes are repeated, and the two copies compared. */
    FROZEN,
    /** The map names the target. The source is emptied. There is no way back. */
    SWITCHED,
    /** The target is emptied. */
    ROLLING_BACK
  }

  /**
   * The place up to which entities are copied: all earlier tables, in the order of their names, and
   * the entities before a place of one.
   */
  record Copied(TableName table, Optional<Continuation> to) {}

  static Migration begin(long epoch, KeyRegion region, String source, String target) {
    return new Migration(
        Optional.empty(),
        epoch,
        region,
        source,
        target,
        Step.COPYING,
        Optional.empty(),
        Optional.empty());
  }

  Migration at(Step next) {
    return new Migration(version, epoch, region, source, target, next, feed, copied);
  }

  Migration after(FeedToken place) {
    return new Migration(version, epoch, region, source, target, step, Optional.of(place), copied);
  }

  Migration copied(TableName table, Optional<Continuation> to) {
    return new Migration(
        version, epoch, region, source, target, step, feed, Optional.of(new Copied(table, to)));
  }

  Migration takenOver(long newEpoch) {
    return new Migration(version, newEpoch, region, source, target, step, feed, copied);
  }

  Migration stored(ETag newVersion) {
    return new Migration(
        Optional.of(newVersion), epoch, region, source, target, step, feed, copied);
  }

  Entity entity(String map) {
    var entity = Entity.builder(map, ROW)
        .set(EPOCH, epoch)
        .set(REGION, region.text())
        .set(SOURCE, source)
        .set(TARGET, target)
        .set(STEP, step.name());
    feed.ifPresent(token -> entity.set(FEED, token.text()));
    copied.ifPresent(place -> {
      entity.set(COPIED_TABLE, place.table().value());
      place.to().ifPresent(to -> entity.set(COPIED_TO, to.encode()));
    });
    return entity.build();
  }

  /** Reads a stored record. Fails with {@code InternalError} if it is damaged. */
  static Migration of(Entity stored) {
    return new Migration(
        stored.etag(),
        stored.getInt64(EPOCH).orElseThrow(Migration::damaged),
        KeyRegion.parse(text(stored, REGION)),
        text(stored, SOURCE),
        text(stored, TARGET),
        Arrays.stream(Step.values())
            .filter(each -> each.name().equals(text(stored, STEP)))
            .findFirst()
            .orElseThrow(Migration::damaged),
        stored.getString(FEED).map(FeedToken::new),
        stored
            .getString(COPIED_TABLE)
            .map(table -> new Copied(
                new TableName(table), stored.getString(COPIED_TO).map(Continuation::parse))));
  }

  private static String text(Entity stored, String property) {
    return stored.getString(property).orElseThrow(Migration::damaged);
  }

  private static ServiceFailedException damaged() {
    return new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "migration=damaged", null);
  }
}
