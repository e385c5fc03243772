package io.weir.cli.demo;

import io.weir.api.JointCommit;
import io.weir.api.Outbox;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.Delivery;
import io.weir.api.queue.Message;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueProperties;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Reception;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * An entity and a message about it, which one commit has stored, and the way of the message to its
 * receiver.
 *
 * @param order the entity, as the receiver of the message has read it
 * @param message the message as it was received
 * @param left the number of messages in the queue after the acknowledgement
 */
record QueuedMessage(Entity order, Message message, long left) implements Scene {

  private static final TableName ORDERS = new TableName("Orders");
  private static final QueueName PACKING = new QueueName("demo-packing");
  private static final EntityKey KEY = new EntityKey("Oregon", "feed");
  private static final String OWLS = "Owls";
  private static final int ONE_AT_A_TIME = 0;

  /**
   * Makes the table and an empty queue, commits both, receives the message, reads the entity and
   * acknowledges the message.
   */
  static Mono<QueuedMessage> through(TableService tables, Outbox outbox, QueueService queues) {
    return tables
        .createTable(ORDERS)
        .onErrorComplete(ConflictException.class)
        .then(Mono.defer(() -> queues.create(PACKING)))
        .then(Mono.defer(() -> queues.clear(PACKING))) // an earlier run may have been stopped
        .then(Mono.defer(() -> commit(outbox)))
        .thenMany(queues.receive(PACKING, Reception.DEFAULT))
        .concatMap(delivery -> worked(tables, queues, delivery), ONE_AT_A_TIME)
        .next();
  }

  private static Mono<?> commit(Outbox outbox) {
    var order = Entity.builder(KEY.partitionKey(), KEY.rowKey()).set(OWLS, 25).build();
    return outbox.commit(
        JointCommit.of(TableWrite.of(ORDERS, new Write.Upsert(order, WriteMode.REPLACE))),
        List.of(new AddressedMessage(PACKING, NewMessage.of(name(order)))));
  }

  private static Mono<QueuedMessage> worked(
      TableService tables, QueueService queues, Delivery delivery) {
    return tables
        .get(ORDERS, KEY)
        .delayUntil(order -> delivery.acknowledge())
        .zipWhen(order -> queues.properties(PACKING).map(QueueProperties::messages))
        .map(both -> new QueuedMessage(both.getT1(), delivery.message(), both.getT2()));
  }

  @Override
  public String title() {
    return "An entity and a message about it, in one commit, and the receiver of the message";
  }

  @Override
  public List<String> lines() {
    return List.of(
        "committed     entity " + name(order) + ": " + order.getInt32(OWLS).orElseThrow()
            + " owls, and a message about it",
        "received      message '" + message.text() + "', taken " + message.dequeueCount() + " time",
        "acknowledged  " + left + " messages are left");
  }

  private static String name(Entity order) {
    return order.partitionKey() + "/" + order.rowKey();
  }
}
