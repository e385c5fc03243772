package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableName;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.json.ChangeBody;
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
import java.util.stream.Stream;

/**
 * Parses requests that write an entity, whether sent alone or in a transaction. Validates the
 * headers before it requires the body.
 *
 * <p>A put or merge with {@code If-Match} updates an existing entity. Without {@code If-Match} it
 * inserts or updates. Created per request.
 */
final class EntityWrites {

  private final TableRequest request;

  EntityWrites(TableRequest request) {
    this.request = request;
  }

  /**
   * Parses an insert, whose keys are in the body. The response contains the stored entity unless
   * the client prefers no content.
   */
  RequestedWrite.AwaitingBody insert(TableName table) {
    Negotiation.requireJsonBody(request);
    var level = Negotiation.responseLevel(request);
    return body -> {
      var entity = EntityReader.read(body);
      return new RequestedWrite(
          table, new Write.Insert(entity), result -> inserted(table, entity, result, level));
    };
  }

  RequestedWrite.AwaitingBody replace(Resource.EntityAt resource) {
    Negotiation.requireJsonBody(request);
    var precondition = Preconditions.of(request);
    return body -> {
      var entity = EntityReader.read(body, resource.key());
      var write = precondition.isPresent()
          ? new Write.Update(entity, WriteMode.REPLACE, precondition.get())
          : new Write.Upsert(entity, WriteMode.REPLACE);
      return new RequestedWrite(resource.table(), write, EntityWrites::changed);
    };
  }

  /**
   * Parses a merge. Its body may ask for a change in place: see {@link ChangeBody}. The answer
   * carries entities if that asks for them.
   */
  RequestedWrite.AwaitingBody merge(Resource.EntityAt resource) {
    Negotiation.requireJsonBody(request);
    var precondition = Preconditions.of(request);
    return body -> {
      var write = ChangeBody.merge(body, resource.key(), precondition);
      return write instanceof Write.Change
          ? new RequestedWrite(resource.table(), write, result -> changed(resource.table(), result))
          : new RequestedWrite(resource.table(), write, EntityWrites::changed);
    };
  }

  /** Parses a delete. {@code If-Match} is required, and a body is ignored. */
  RequestedWrite.AwaitingBody delete(Resource.EntityAt resource) {
    var delete = new Write.Delete(resource.key(), Preconditions.required(request));
    return body ->
        new RequestedWrite(resource.table(), delete, result -> ProtocolReplies.noContent());
  }

  /**
   * The entities of an answer are a list: that after the change, then that before it if it was
   * asked for and there was one.
   */
  private HttpReply changed(TableName table, WriteResult result) {
    if (result.after().isEmpty()) {
      return changed(result);
    }
    var level = Negotiation.responseLevel(request);
    var address = new TableAddress(request.accountUrl(), request.account(), table);
    var writer = new EntityWriter(address, level, Selection.ALL);
    var entities =
        Stream.concat(result.after().stream(), result.before().stream()).toList();
    return ProtocolReplies.json(
            HttpResponseStatus.OK, level, allocator -> writer.list(entities, allocator))
        .with(HttpHeaderNames.ETAG, etag(result));
  }

  private static HttpReply changed(WriteResult result) {
    return ProtocolReplies.noContent().with(HttpHeaderNames.ETAG, etag(result));
  }

  private HttpReply inserted(
      TableName table, Entity entity, WriteResult result, MetadataLevel level) {
    var preference = Preference.of(request);
    var location = request.accountUrl() + "/" + EntityPath.of(table, entity.key());
    var reply = preference.isContentWanted()
        ? content(table, entity.withTimestamp(result.timestampTicks()), level)
        : ProtocolReplies.noContent().with("DataServiceId", location);
    return preference.acknowledge(
        reply.with(HttpHeaderNames.ETAG, etag(result)).with(HttpHeaderNames.LOCATION, location));
  }

  private HttpReply content(TableName table, Entity stored, MetadataLevel level) {
    var address = new TableAddress(request.accountUrl(), request.account(), table);
    var writer = new EntityWriter(address, level, Selection.ALL);
    return ProtocolReplies.json(
        HttpResponseStatus.CREATED, level, allocator -> writer.one(stored, allocator));
  }

  private static String etag(WriteResult result) {
    return ETag.ofTimestamp(result.timestampTicks()).text();
  }
}
