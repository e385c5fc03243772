package io.weir.pattern.view;

import io.weir.api.ConsumerName;
import io.weir.api.FeedToken;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import java.util.Optional;

/**
 * The stored state of one version of a view: how far it has applied the feed of its source.
 *
 * <p>Each commit of the version replaces this entity under the condition that nobody else has
 * replaced it. Immutable; any thread.
 *
 * @param at the place after which the feed goes on; empty while the version is prepared
 * @param generation of the named consumer
 * @param applied changes so far
 * @param changedAt Timestamp of the last of them
 * @param version of the stored entity
 */
record ViewPosition(
    ViewTables tables,
    State state,
    Optional<FeedToken> at,
    long generation,
    long applied,
    Optional<EdmDateTime> changedAt,
    ETag version) {

  /** The stage of a version. */
  enum State {
    /** Its tables and its consumer are made. */
    PREPARING,
    /** It follows its source. */
    FOLLOWING,
    /** Its source was dropped, and its tables are emptied. */
    EMPTYING,
    /** Its source was dropped, and it is empty. */
    ENDED,
    /** It is removed. */
    RETIRED
  }

  private static final String PREFIX = "version-";
  private static final String STATE = "State";
  private static final String AT = "At";
  private static final String GENERATION = "Generation";
  private static final String APPLIED = "Applied";
  private static final String CHANGED_AT = "ChangedAt";
  private static final ETag NOT_STORED = ETag.ofTimestamp(1);

  static ViewPosition first(ViewTables tables) {
    return new ViewPosition(
        tables, State.PREPARING, Optional.empty(), 0, 0, Optional.empty(), NOT_STORED);
  }

  static EntityKey key(ViewTables tables) {
    return new EntityKey(tables.view(), PREFIX + "%010d".formatted(tables.version()));
  }

  static boolean isPosition(Entity entity) {
    return entity.rowKey().startsWith(PREFIX);
  }

  ConsumerName consumer() {
    return new ConsumerName("view-" + tables.rows().folded());
  }

  Entity entity() {
    var entity = new EntityBuilder()
        .key(key(tables))
        .set(STATE, state.name())
        .set(GENERATION, generation)
        .set(APPLIED, applied);
    at.ifPresent(token -> entity.set(AT, token.text()));
    changedAt.ifPresent(time -> entity.set(CHANGED_AT, time));
    return entity.build();
  }

  static ViewPosition of(Entity entity) {
    try {
      var version = Integer.parseInt(entity.rowKey().substring(PREFIX.length()));
      return new ViewPosition(
          new ViewTables(entity.partitionKey(), version),
          State.valueOf(entity.getString(STATE).orElseThrow()),
          entity.getString(AT).map(FeedToken::new),
          entity.getInt64(GENERATION).orElseThrow(),
          entity.getInt64(APPLIED).orElseThrow(),
          entity.getDateTime(CHANGED_AT),
          entity.etag().orElseThrow());
    } catch (RuntimeException unreadable) {
      throw ViewFailedException.damaged("reason=unreadable entity=" + entity.key());
    }
  }

  ViewPosition in(State next) {
    return new ViewPosition(tables, next, at, generation, applied, changedAt, version);
  }

  ViewPosition from(FeedToken token, long ofGeneration) {
    return new ViewPosition(
        tables, State.FOLLOWING, Optional.of(token), ofGeneration, applied, changedAt, version);
  }

  ViewPosition passed(FeedToken token) {
    return new ViewPosition(
        tables, state, Optional.of(token), generation, applied, changedAt, version);
  }

  ViewPosition applied(int changes, long ticks) {
    return new ViewPosition(
        tables,
        state,
        at,
        generation,
        applied + changes,
        Optional.of(new EdmDateTime(ticks)),
        version);
  }

  ViewPosition stored(ETag as) {
    return new ViewPosition(tables, state, at, generation, applied, changedAt, as);
  }
}
