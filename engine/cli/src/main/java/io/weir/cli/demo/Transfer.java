package io.weir.cli.demo;

import io.weir.api.JointCommit;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * A transfer between two partitions by one joint commit, which checks that nobody changed either
 * account since it was read.
 *
 * @param before the accounts as of one moment before the transfer
 * @param after the accounts as of one moment after it
 */
record Transfer(List<Entity> before, List<Entity> after) implements Scene {

  static final TableName ACCOUNTS = new TableName("Accounts");
  private static final EntityKey KANSAS = new EntityKey("Kansas", "feed");
  private static final EntityKey OREGON = new EntityKey("Oregon", "feed");
  private static final List<TableKey> BOTH =
      List.of(new TableKey(ACCOUNTS, KANSAS), new TableKey(ACCOUNTS, OREGON));
  private static final String BALANCE = "Balance";
  private static final int AMOUNT = 25;

  /** Opens two accounts and transfers an amount from one to the other. */
  static Mono<Transfer> through(TableService service) {
    return service
        .createTable(ACCOUNTS)
        .onErrorComplete(ConflictException.class)
        .then(Mono.defer(
            () -> service.commit(new JointCommit(List.of(open(KANSAS, 100), open(OREGON, 0))))))
        .then(move(service, AMOUNT));
  }

  /** Transfers back what {@link #through} has transferred. */
  static Mono<Transfer> back(TableService service) {
    return move(service, -AMOUNT);
  }

  private static Mono<Transfer> move(TableService service, int amount) {
    return Mono.defer(() -> read(service))
        .flatMap(before -> service
            .commit(new JointCommit(
                List.of(changed(before.get(0), -amount), changed(before.get(1), amount))))
            .then(Mono.defer(() -> read(service)))
            .map(after -> new Transfer(before, after)));
  }

  @Override
  public String title() {
    return "Feed for " + AMOUNT + " owls moves from one partition to another, in one joint commit";
  }

  @Override
  public List<String> lines() {
    return List.of("before    " + text(before), "after     " + text(after));
  }

  /** Returns accounts with their balances. */
  static String text(List<Entity> accounts) {
    return accounts.stream()
        .map(account -> account.partitionKey() + " " + balance(account))
        .reduce((one, other) -> one + ", " + other)
        .orElseThrow();
  }

  private static Mono<List<Entity>> read(TableService service) {
    return service
        .getAll(BOTH)
        .map(found -> found.stream().map(Optional::orElseThrow).toList());
  }

  private static TableWrite open(EntityKey key, int balance) {
    return TableWrite.of(ACCOUNTS, new Write.Upsert(account(key, balance), WriteMode.REPLACE));
  }

  private static TableWrite changed(Entity account, int difference) {
    var changed = account(account.key(), balance(account) + difference);
    return TableWrite.of(
        ACCOUNTS,
        new Write.Update(
            changed, WriteMode.REPLACE, IfMatch.version(account.etag().orElseThrow())));
  }

  private static Entity account(EntityKey key, int balance) {
    return Entity.builder(key.partitionKey(), key.rowKey())
        .set(BALANCE, balance)
        .build();
  }

  private static int balance(Entity account) {
    return account.getInt32(BALANCE).orElseThrow();
  }
}
