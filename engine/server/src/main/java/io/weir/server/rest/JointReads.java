package io.weir.server.rest;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableKey;
import io.weir.api.entity.Entity;
import io.weir.api.json.TableKeyList;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.json.AddressedEntity;
import io.weir.server.json.EntityWriter;
import io.weir.server.json.TableAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * Reads entities of any tables as of one moment. This operation is an extension. Created per
 * request.
 */
final class JointReads {

  private final HttpExchange exchange;

  JointReads(HttpExchange exchange) {
    this.exchange = exchange;
  }

  /**
   * Returns {@code {"value":[..]}} with an entity or null for each key. Fails as
   * {@code TableService.getAll} does.
   */
  Mono<HttpReply> run() {
    var request = exchange.request();
    Negotiation.requireJsonBody(request);
    var level = Negotiation.responseLevel(request);
    return exchange
        .body()
        .whole()
        .map(TableKeyList::read)
        .flatMap(keys -> exchange
            .tables()
            .getAll(keys)
            .map(found -> addressed(keys, found))
            .map(entities -> ProtocolReplies.json(
                HttpResponseStatus.OK,
                level,
                allocator -> EntityWriter.several(entities, level, allocator))));
  }

  private List<AddressedEntity> addressed(List<TableKey> keys, List<Optional<Entity>> found) {
    var entities = new ArrayList<AddressedEntity>(keys.size());
    for (var i = 0; i < keys.size(); i++) {
      var address = new TableAddress(
          exchange.request().accountUrl(),
          exchange.request().account(),
          keys.get(i).table());
      entities.add(new AddressedEntity(address, found.get(i).orElse(null)));
    }
    return entities;
  }
}
