package io.weir.server.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.queue.QueueMetadata;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.RequestHead;
import java.util.TreeMap;

/** Metadata as headers: {@code x-ms-meta-NAME}. */
final class MetadataHeaders {

  private static final String PREFIX = "x-ms-meta-";

  private MetadataHeaders() {}

  /**
   * Reads the metadata of a request. Fails with {@code InvalidMetadata} for a name that is given
   * twice, and as {@link QueueMetadata} does.
   */
  static QueueMetadata read(RequestHead head) {
    var texts = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (var header : head.headers()) {
      var name = header.getKey();
      if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())
          && texts.put(name.substring(PREFIX.length()), header.getValue()) != null) {
        throw new InvalidRequestException(ErrorCode.INVALID_METADATA, "givenTwice=" + name);
      }
    }
    return texts.isEmpty() ? QueueMetadata.NONE : new QueueMetadata(texts);
  }

  static HttpReply write(HttpReply reply, QueueMetadata metadata) {
    var marked = reply;
    for (var text : metadata.texts().entrySet()) {
      marked = marked.with(PREFIX + text.getKey(), text.getValue());
    }
    return marked;
  }
}
