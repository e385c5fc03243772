package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import io.weir.server.json.MetadataLevel;

/** Creates replies with the headers that the protocol requires. */
final class ProtocolReplies {

  private static final String DATA_SERVICE_VERSION = "DataServiceVersion";
  private static final String VERSION = "3.0;";

  private ProtocolReplies() {}

  static HttpReply json(HttpResponseStatus status, MetadataLevel level, HttpReply.Body body) {
    return HttpReply.of(status, level.contentType(), body).with(DATA_SERVICE_VERSION, VERSION);
  }

  static HttpReply xml(byte[] document) {
    return HttpReply.of(
        HttpResponseStatus.OK,
        HttpHeaderValues.APPLICATION_XML,
        allocator -> allocator.buffer(document.length).writeBytes(document));
  }

  static HttpReply noContent() {
    return HttpReply.of(HttpResponseStatus.NO_CONTENT).with(DATA_SERVICE_VERSION, VERSION);
  }
}
