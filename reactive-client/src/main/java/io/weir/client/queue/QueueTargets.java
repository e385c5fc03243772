package io.weir.client.queue;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueListing;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.xml.MessageXml;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.QueryText;
import io.weir.client.rest.MessageRequest;
import java.util.Locale;

/**
 * Operations on queues as requests. Times are whole seconds on the wire, rounded up. Any thread.
 *
 * <p>Source: the public REST documentation, "Queue Storage REST API".
 *
 * @param protocol by which they are sent
 * @param account path of the account, with its slash; empty if the host name contains the account
 */
record QueueTargets(Protocol protocol, String account) {

  private static final String XML = MessageRequest.XML;
  private static final String VISIBILITY = "visibilitytimeout";

  OutboundRequest create(QueueName name, QueueMetadata metadata) {
    return with(metadata, request(HttpMethod.PUT, queue(name), new QueryText()));
  }

  OutboundRequest create(QueueName name, QueueMetadata metadata, int lanes) {
    var options = new QueryText().add("lanes", Integer.toString(lanes));
    return with(metadata, request(HttpMethod.PUT, queue(name), options));
  }

  OutboundRequest delete(QueueName name) {
    return request(HttpMethod.DELETE, queue(name), new QueryText());
  }

  OutboundRequest list(QueueListing listing) {
    var options = new QueryText()
        .add("comp", "list")
        .add("include", "metadata")
        .add("maxresults", Integer.toString(listing.maxResults()));
    if (!listing.prefix().isEmpty()) {
      options.add("prefix", listing.prefix());
    }
    if (!listing.marker().isEmpty()) {
      options.add("marker", listing.marker());
    }
    return request(HttpMethod.GET, account + "/", options);
  }

  OutboundRequest properties(QueueName name) {
    return request(HttpMethod.GET, queue(name), comp("metadata"));
  }

  OutboundRequest setMetadata(QueueName name, QueueMetadata metadata) {
    return with(metadata, request(HttpMethod.PUT, queue(name), comp("metadata")));
  }

  OutboundRequest setDeadLetters(QueueName name, DeadLetters rule) {
    return request(
        HttpMethod.PUT,
        queue(name),
        comp("deadletters")
            .add("queue", rule.queue().value())
            .add("maxdequeuecount", Integer.toString(rule.maxDequeueCount())));
  }

  OutboundRequest removeDeadLetters(QueueName name) {
    return request(HttpMethod.DELETE, queue(name), comp("deadletters"));
  }

  OutboundRequest deadLetters(QueueName name) {
    return request(HttpMethod.GET, queue(name), comp("deadletters"));
  }

  OutboundRequest put(QueueName name, NewMessage message) {
    return MessageRequest.put(protocol, account, name, message);
  }

  OutboundRequest take(QueueName name, Take take) {
    var options = new QueryText()
        .add("numofmessages", Integer.toString(take.messages()))
        .add(VISIBILITY, MessageRequest.seconds(take.visibility()));
    if (!take.longestWait().isZero()) {
      options.add("waitSeconds", MessageRequest.seconds(take.longestWait()));
    }
    return request(HttpMethod.GET, messages(name), options);
  }

  OutboundRequest peek(QueueName name, Peek peek) {
    return request(HttpMethod.GET, messages(name), options(peek));
  }

  OutboundRequest peekHidden(QueueName name, Peek peek) {
    return request(HttpMethod.GET, messages(name), options(peek).add("hidden", "true"));
  }

  private static QueryText options(Peek peek) {
    return new QueryText()
        .add("peekonly", "true")
        .add("numofmessages", Integer.toString(peek.messages()));
  }

  OutboundRequest update(QueueName name, HeldMessage held, MessageUpdate update) {
    var options = receipt(held).add(VISIBILITY, MessageRequest.seconds(update.visibility()));
    var plain = request(HttpMethod.PUT, message(name, held), options);
    var text = update.text();
    return text == null ? plain : plain.with(MessageXml.text(text), XML);
  }

  OutboundRequest deleteMessage(QueueName name, HeldMessage held) {
    return request(HttpMethod.DELETE, message(name, held), receipt(held));
  }

  OutboundRequest clear(QueueName name) {
    return request(HttpMethod.DELETE, messages(name), new QueryText());
  }

  private String queue(QueueName name) {
    return account + "/" + name;
  }

  private String messages(QueueName name) {
    return queue(name) + "/messages";
  }

  private String message(QueueName name, HeldMessage held) {
    return messages(name) + "/" + held.id();
  }

  private static QueryText comp(String value) {
    return new QueryText().add("comp", value);
  }

  private static QueryText receipt(HeldMessage held) {
    return new QueryText().add("popreceipt", held.receipt().value());
  }

  /**
   * Names are in lower case, because the signature covers them so. The service compares names
   * without regard to case.
   */
  private static OutboundRequest with(QueueMetadata metadata, OutboundRequest request) {
    var marked = request;
    for (var text : metadata.texts().entrySet()) {
      marked = marked.with(
          RemoteQueues.METADATA + text.getKey().toLowerCase(Locale.ROOT), text.getValue());
    }
    return marked;
  }

  private OutboundRequest request(HttpMethod method, String path, QueryText options) {
    return OutboundRequest.of(protocol, method, path, options.text(), XML);
  }
}
