package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.Reply;
import io.weir.server.json.MetadataLevel;

/** Answers in the shape that the protocol gives them. */
final class Answers {

  private static final String DATA_SERVICE_VERSION = "DataServiceVersion";
  private static final String VERSION = "3.0;";

  private Answers() {}

  static Reply json(HttpResponseStatus status, MetadataLevel level, Reply.Body body) {
    return Reply.of(status, level.contentType(), body).with(DATA_SERVICE_VERSION, VERSION);
  }

  static Reply xml(byte[] document) {
    return Reply.of(
        HttpResponseStatus.OK,
        HttpHeaderValues.APPLICATION_XML,
        allocator -> allocator.buffer(document.length).writeBytes(document));
  }

  static Reply noContent() {
    return Reply.of(HttpResponseStatus.NO_CONTENT).with(DATA_SERVICE_VERSION, VERSION);
  }
}
