package io.weir.cli.copy;

import io.weir.api.TableName;
import io.weir.cli.archive.Policies;
import io.weir.cli.archive.PoliciesRefused;
import io.weir.cli.terminal.CommandFailure;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The copy of stored access policies. A table without policies leaves those of the target as they
 * are. Belongs to the main thread, which blocks.
 *
 * <p>Methods fail as the services do when the policies can be neither had nor left out.
 */
final class PolicyCopy {

  private final Policies source;
  private final Policies target;
  private final Consumer<String> remarks;
  private final Set<TableName> leftOut = new HashSet<>();

  /**
   * Prepares a copy.
   *
   * @param remarks receives a line for each table whose policies the target refuses
   */
  PolicyCopy(Policies source, Policies target, Consumer<String> remarks) {
    this.source = source;
    this.target = target;
    this.remarks = remarks;
  }

  /** Replaces the policies of a table of the target by those of the source. */
  void copy(TableName table) {
    try {
      var policies = source.of(table);
      if (!policies.all().isEmpty()) {
        target.replace(table, policies);
      }
    } catch (PoliciesRefused e) {
      if (leftOut.add(table)) {
        remarks.accept("Left out: policies table=" + table + ". " + e.getMessage());
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Whether the target lacks policies of the source's table that were not left out. */
  boolean differs(TableName table) {
    if (leftOut.contains(table)) {
      return false;
    }
    try {
      var policies = source.of(table);
      return !policies.all().isEmpty() && !policies.equals(target.of(table));
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private static CommandFailure failure(IOException cause) {
    return CommandFailure.failed(String.valueOf(cause.getMessage()));
  }
}
