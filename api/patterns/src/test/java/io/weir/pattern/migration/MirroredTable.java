package io.weir.pattern.migration;

import io.weir.api.ConsumerName;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.filter.Filter;
import io.weir.api.follow.ChunkBoundary;
import io.weir.api.follow.FeedChunk;
import io.weir.api.follow.FeedCursor;
import io.weir.api.follow.FeedPlace;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A whole follower: keeps a table of one service as it is in another, and its place in a named
 * consumer.
 */
record MirroredTable(TableService source, CopyTarget target, TableName table) implements FeedPlace {

  private static final ConsumerName NAME = new ConsumerName("mirror");

  Mono<NamedConsumer> begin() {
    return source.consumers().create(NAME, Optional.of(table), FeedStart.BEGINNING);
  }

  Flux<FeedChunk> follow() {
    var copy = new RegionCopy(source, target, key -> true, Filter.ALL);
    return FeedCursor.over(from -> source.changes(FeedScope.of(table), from), ChunkBoundary.runs(3))
        .follow(this, chunk -> copy.repeat(chunk).thenReturn(chunk));
  }

  @Override
  public Mono<FeedStart> from() {
    return source.consumers().get(NAME).map(NamedConsumer::start);
  }

  @Override
  public Mono<Void> passed(FeedChunk chunk) {
    var consumers = source.consumers();
    return consumers
        .get(NAME)
        .flatMap(found -> consumers.advance(NAME, found.generation(), chunk.place()))
        .then();
  }
}
