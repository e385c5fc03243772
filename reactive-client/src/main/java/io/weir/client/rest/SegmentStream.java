package io.weir.client.rest;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A query's whole answer as a sequence of segments from the service.
 *
 * <p>The stream asks for the next segment when one has arrived. At most one segment therefore waits
 * while another is emitted; after that the stream waits for the subscriber. After each segment it
 * emits its position, unless nothing has matched yet: the service's tokens contain no key. A
 * failing segment ends the stream at once, before items that were not requested; a resumed stream
 * gets them again.
 *
 * <p>Belongs to one subscription; segments follow each other.
 */
final class SegmentStream {

  private final Paging<Entity> paging;
  private final Query query;
  private Optional<RestPosition> place;
  private Optional<Entity> last = Optional.empty();
  private long received;

  SegmentStream(Paging<Entity> paging, Query query) {
    this.paging = paging;
    this.query = query;
    this.place = Optional.of(RestPosition.ofEntities(query));
  }

  Flux<StreamItem> items() {
    return Mono.defer(this::next)
        .repeat(() -> place.isPresent())
        .concatMapIterable(items -> items, 1)
        .concatWith(Mono.fromSupplier(() -> new StreamItem.End(Paging.report(received))));
  }

  private Mono<List<StreamItem>> next() {
    var here = place.orElseThrow();
    var top = Math.max(1, Paging.segmentTop(query.top(), received));
    return paging.segments().at(here, top).map(segment -> itemsOf(here, segment));
  }

  private List<StreamItem> itemsOf(RestPosition here, ResultSegment<Entity> segment) {
    var items = new ArrayList<StreamItem>();
    for (var entity : segment.items()) {
      if (received < query.top()) {
        items.add(new StreamItem.Row(entity));
        last = Optional.of(entity);
        received++;
      }
    }
    place = received < query.top() ? here.behind(segment) : Optional.empty();
    if (place.isPresent()) {
      last.ifPresent(
          entity -> items.add(new StreamItem.Progress(paging.behind().apply(entity), received)));
    }
    return items;
  }
}
