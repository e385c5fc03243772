package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableName;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.server.http.Exchange;
import io.weir.server.http.Reply;
import io.weir.server.http.Request;
import io.weir.server.http.Resource;
import io.weir.server.json.EntityPath;
import io.weir.server.json.EntityReader;
import io.weir.server.json.EntityWriter;
import io.weir.server.json.MetadataLevel;
import io.weir.server.json.TableAddress;
import reactor.core.publisher.Mono;

/**
 * Writes of single entities.
 *
 * <p>With {@code If-Match} a put or a merge changes a stored entity; without, it stores one whether or not there is one. Made for one
 * request.
 */
final class EntityWrites {

  private final Exchange exchange;
  private final Request request;

  EntityWrites(Exchange exchange) {
    this.exchange = exchange;
    this.request = exchange.request();
  }

  /** Keys stand in the body. Answers the entity as it is stored, unless the client prefers not to see it. */
  Mono<Reply> insert(TableName table) {
    Negotiation.requireJsonBody(request);
    var level = Negotiation.answer(request);
    return exchange
        .body()
        .map(EntityReader::read)
        .flatMap(entity -> exchange
            .tables()
            .write(table, new Write.Insert(entity))
            .map(result -> inserted(table, entity, result, level)));
  }

  Mono<Reply> replace(Resource.EntityAt resource) {
    return change(resource, WriteMode.REPLACE);
  }

  Mono<Reply> merge(Resource.EntityAt resource) {
    return change(resource, WriteMode.MERGE);
  }

  /** {@code If-Match} must be sent. */
  Mono<Reply> delete(Resource.EntityAt resource) {
    var delete = new Write.Delete(resource.key(), Preconditions.required(request));
    return exchange.tables().write(resource.table(), delete).map(result -> Answers.noContent());
  }

  private Mono<Reply> change(Resource.EntityAt resource, WriteMode mode) {
    Negotiation.requireJsonBody(request);
    var precondition = Preconditions.of(request);
    return exchange
        .body()
        .map(body -> EntityReader.read(body, resource.key()))
        .<Write>map(entity -> precondition.isPresent()
            ? new Write.Update(entity, mode, precondition.get())
            : new Write.Upsert(entity, mode))
        .flatMap(write -> exchange.tables().write(resource.table(), write))
        .map(result -> Answers.noContent().with(HttpHeaderNames.ETAG, etag(result)));
  }

  private Reply inserted(TableName table, Entity entity, WriteResult result, MetadataLevel level) {
    var preference = Preference.of(request);
    var location = request.accountUrl() + "/" + EntityPath.of(table, entity.key());
    var reply = preference.isContentWanted()
        ? content(table, entity.withTimestamp(result.timestampTicks()), level)
        : Answers.noContent().with("DataServiceId", location);
    return preference.acknowledge(
        reply.with(HttpHeaderNames.ETAG, etag(result)).with(HttpHeaderNames.LOCATION, location));
  }

  private Reply content(TableName table, Entity stored, MetadataLevel level) {
    var address = new TableAddress(request.accountUrl(), request.account(), table);
    var writer = new EntityWriter(address, level, Selection.ALL);
    return Answers.json(
        HttpResponseStatus.CREATED, level, allocator -> writer.one(stored, allocator));
  }

  private static String etag(WriteResult result) {
    return ETag.ofTimestamp(result.timestampTicks()).text();
  }
}
