package io.weir.cli.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.cli.archive.Policies;
import io.weir.cli.archive.PoliciesRefused;
import io.weir.cli.terminal.CommandFailure;
import io.weir.server.settings.AccessPolicies;
import io.weir.server.settings.AccessPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PolicyCopyTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final AccessPolicies READING = policies("reading");

  private final Kept source = new Kept();
  private final Kept target = new Kept();
  private final List<String> remarks = new ArrayList<>();
  private final PolicyCopy copy = new PolicyCopy(source, target, remarks::add);

  @Test
  void policiesOfTheSourceReplaceThoseOfTheTarget() {
    source.all.put(BIRDS, READING);
    target.all.put(BIRDS, policies("old"));
    assertThat(copy.differs(BIRDS)).isTrue();

    copy.copy(BIRDS);

    assertThat(target.all).containsEntry(BIRDS, READING);
    assertThat(copy.differs(BIRDS)).isFalse();
  }

  @Test
  void aTableWithoutPoliciesLeavesThoseOfTheTarget() {
    target.all.put(BIRDS, READING);

    copy.copy(BIRDS);

    assertThat(target.all).containsEntry(BIRDS, READING);
    assertThat(copy.differs(BIRDS)).isFalse();
  }

  @Test
  void policiesThatTheTargetRefusesAreLeftOutAndNoDifference() {
    source.all.put(BIRDS, READING);
    target.failure = Optional.of(new PoliciesRefused("refused"));

    copy.copy(BIRDS);
    copy.copy(BIRDS);

    assertThat(remarks).containsExactly("Left out: policies table=Birds. refused");
    assertThat(copy.differs(BIRDS)).isFalse();
  }

  @Test
  void anyOtherFailureEndsTheCopy() {
    source.all.put(BIRDS, READING);
    target.failure = Optional.of(new IOException("status 503"));

    assertThatThrownBy(() -> copy.copy(BIRDS))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("status 503");
  }

  private static AccessPolicies policies(String id) {
    return new AccessPolicies(
        List.of(new AccessPolicy(id, Optional.empty(), Optional.empty(), Optional.of("r"))));
  }

  private static final class Kept implements Policies {

    private final Map<TableName, AccessPolicies> all = new HashMap<>();
    private Optional<IOException> failure = Optional.empty();

    @Override
    public AccessPolicies of(TableName table) {
      return all.getOrDefault(table, AccessPolicies.NONE);
    }

    @Override
    public void replace(TableName table, AccessPolicies policies) throws IOException {
      if (failure.isPresent()) {
        throw failure.get();
      }
      all.put(table, policies);
    }
  }
}
