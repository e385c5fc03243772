package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableName;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.json.EntityReader;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.server.answer.HttpReply;
import io.weir.server.json.EntityPath;
import io.weir.server.json.EntityWriter;
import io.weir.server.json.MetadataLevel;
import io.weir.server.json.TableAddress;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;

/**
 * Understands requests that write an entity: by themselves, or as operations of a transaction. Headers are looked at before the body
 * is wanted.
 *
 * <p>With {@code If-Match} a put or a merge changes a stored entity; without, it stores one whether or not there is one. Made for one
 * request.
 */
final class EntityWrites {

  private final TableRequest request;

  EntityWrites(TableRequest request) {
    this.request = request;
  }

  /** Keys stand in the body. Answers the entity as it is stored, unless the client prefers not to see it. */
  AskedWrite.WithoutBody insert(TableName table) {
    Negotiation.requireJsonBody(request);
    var level = Negotiation.answer(request);
    return body -> {
      var entity = EntityReader.read(body);
      return new AskedWrite(
          table, new Write.Insert(entity), result -> inserted(table, entity, result, level));
    };
  }

  AskedWrite.WithoutBody replace(Resource.EntityAt resource) {
    return change(resource, WriteMode.REPLACE);
  }

  AskedWrite.WithoutBody merge(Resource.EntityAt resource) {
    return change(resource, WriteMode.MERGE);
  }

  /** {@code If-Match} must be sent; a body is not looked at. */
  AskedWrite.WithoutBody delete(Resource.EntityAt resource) {
    var delete = new Write.Delete(resource.key(), Preconditions.required(request));
    return body -> new AskedWrite(resource.table(), delete, result -> Answers.noContent());
  }

  private AskedWrite.WithoutBody change(Resource.EntityAt resource, WriteMode mode) {
    Negotiation.requireJsonBody(request);
    var precondition = Preconditions.of(request);
    return body -> {
      var entity = EntityReader.read(body, resource.key());
      var write = precondition.isPresent()
          ? new Write.Update(entity, mode, precondition.get())
          : new Write.Upsert(entity, mode);
      return new AskedWrite(resource.table(), write, EntityWrites::changed);
    };
  }

  private static HttpReply changed(WriteResult result) {
    return Answers.noContent().with(HttpHeaderNames.ETAG, etag(result));
  }

  private HttpReply inserted(
      TableName table, Entity entity, WriteResult result, MetadataLevel level) {
    var preference = Preference.of(request);
    var location = request.accountUrl() + "/" + EntityPath.of(table, entity.key());
    var reply = preference.isContentWanted()
        ? content(table, entity.withTimestamp(result.timestampTicks()), level)
        : Answers.noContent().with("DataServiceId", location);
    return preference.acknowledge(
        reply.with(HttpHeaderNames.ETAG, etag(result)).with(HttpHeaderNames.LOCATION, location));
  }

  private HttpReply content(TableName table, Entity stored, MetadataLevel level) {
    var address = new TableAddress(request.accountUrl(), request.account(), table);
    var writer = new EntityWriter(address, level, Selection.ALL);
    return Answers.json(
        HttpResponseStatus.CREATED, level, allocator -> writer.one(stored, allocator));
  }

  private static String etag(WriteResult result) {
    return ETag.ofTimestamp(result.timestampTicks()).text();
  }
}
