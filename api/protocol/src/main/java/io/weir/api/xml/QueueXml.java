package io.weir.api.xml;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.ListedQueue;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueuePage;
import io.weir.api.wire.HttpDate;
import java.time.Instant;
import java.util.HashMap;

/**
 * The documents about queues, except those of messages and settings. Readers fail as the package
 * describes.
 */
public final class QueueXml {

  /**
   * A page of 5,000 queues with 8 KiB of metadata each, which may be references of six characters.
   */
  private static final int MAX_LISTING_BYTES = 256 << 20;

  private static final int MAX_LISTING_ELEMENTS = 10_000_000;

  private static final String QUEUE = "Queue";
  private static final String MOST_TAKES = "MaxDequeueCount";

  private QueueXml() {}

  /** Returns a moment as the protocol writes it, in whole seconds. */
  public static String date(Instant moment) {
    return HttpDate.of(moment);
  }

  /** Reads a moment. Fails with {@code InvalidInput} for other text. */
  public static Instant readDate(String text) {
    return HttpDate.read(text)
        .orElseThrow(() -> new InvalidRequestException(ErrorCode.INVALID_INPUT, "date=" + text));
  }

  /** Reads the answer to a listing with metadata. */
  public static QueuePage readPage(byte[] document) {
    var root = Element.parseVerbatim(document, MAX_LISTING_BYTES, MAX_LISTING_ELEMENTS)
        .requireName("EnumerationResults");
    var queues = root.require("Queues").all(QUEUE).map(QueueXml::listed).toList();
    return new QueuePage(queues, root.find("NextMarker").map(Element::text).orElse(""));
  }

  private static ListedQueue listed(Element queue) {
    var texts = new HashMap<String, String>();
    queue.find("Metadata").ifPresent(metadata -> {
      for (var text : metadata.children()) {
        texts.put(text.name(), text.text());
      }
    });
    return new ListedQueue(new QueueName(queue.require("Name").text()), new QueueMetadata(texts));
  }

  /**
   * Returns the rule for giving up messages: the root of its own document, and a part of a list of
   * queues.
   */
  public static Element deadLetters(DeadLetters rule) {
    return Element.of(
        "DeadLetters",
        Element.text(QUEUE, rule.queue().value()),
        Element.text(MOST_TAKES, Integer.toString(rule.maxDequeueCount())));
  }

  public static DeadLetters readDeadLetters(byte[] document) {
    var root = Element.parse(document).requireName("DeadLetters");
    return new DeadLetters(
        root.number(MOST_TAKES, 1, DeadLetters.MOST_TAKES),
        new QueueName(root.require(QUEUE).text()));
  }
}
