package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ConsumerName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Cases for named consumers of the change feed. Each case deletes its consumers, because a store
 * has room for a hundred.
 */
public interface ConsumerContract extends Door {

  @Test
  default void aConsumerReadsOnWhereItsPositionWasAdvancedTo() {
    var rain = Table.in(this);
    var name = create(Optional.of(rain.name()), FeedStart.NOW);
    rain.insert(entity("p", "1"));
    rain.insert(entity("p", "2"));

    assertThat(rows(name, 2)).containsExactly("1", "2");
    assertThat(rows(name, 2)).as("read again").containsExactly("1", "2");
    advance(name, 1, tokenAfter(name, 1));
    midScenario();
    rain.insert(entity("p", "3"));

    assertThat(rows(name, 2)).containsExactly("2", "3");
    delete(name);
  }

  @Test
  default void aConsumerOfTheAccountReadsAllTables() {
    var name = create(Optional.empty(), FeedStart.NOW);
    var rain = Table.in(this);
    var wind = Table.in(this);
    rain.insert(entity("p", "1"));
    wind.insert(entity("p", "2"));

    assertThat(rows(name, 2)).containsExactly("1", "2");
    assertThat(get(name).table()).isEmpty();
    delete(name);
  }

  @Test
  default void aFilterIsThatOfTheReaderAndNotOfTheConsumer() {
    var rain = Table.in(this);
    var name = create(Optional.of(rain.name()), FeedStart.NOW);
    rain.insert(entity("p", "1"));
    rain.insert(entity("q", "2"));

    var found = service()
        .changes(name, FilterParser.parse("PartitionKey eq 'q'"))
        .ofType(FeedItem.Change.class)
        .blockFirst(Table.PATIENCE);

    assertThat(answer(found).key().rowKey()).isEqualTo("2");
    delete(name);
  }

  @Test
  default void aConsumerThatStartsAtTheBeginningReadsWhatExists() {
    var rain = Table.in(this);
    rain.insert(entity("p", "1"));
    rain.insert(entity("p", "2"));
    var name = create(Optional.of(rain.name()), FeedStart.BEGINNING);
    midScenario();

    assertThat(rows(name, 2)).containsExactly("1", "2");
    var state = get(name);
    assertThat(state.generation()).isEqualTo(1);
    assertThat(state.state()).isEqualTo(NamedConsumer.State.ACTIVE);
    delete(name);
  }

  @Test
  default void aConsumerStartsAfterATokenOrAtATime() {
    var rain = Table.in(this);
    var before = Instant.now();
    rain.insert(entity("p", "1"));
    var byTime = create(Optional.of(rain.name()), FeedStart.since(before.minusSeconds(60)));
    assertThat(rows(byTime, 1)).containsExactly("1");
    var token = tokenAfter(byTime, 1);
    rain.insert(entity("p", "2"));

    var byToken = create(Optional.of(rain.name()), FeedStart.after(token));

    assertThat(rows(byToken, 1)).containsExactly("2");
    delete(byTime);
    delete(byToken);
  }

  @Test
  default void aLateProcessMovesNothingBack() {
    var rain = Table.in(this);
    var name = create(Optional.of(rain.name()), FeedStart.NOW);
    rain.insert(entity("p", "1"));
    rain.insert(entity("p", "2"));
    var first = tokenAfter(name, 1);
    var second = tokenAfter(name, 2);

    assertThat(advance(name, 1, second)).isEqualTo(second);
    assertThat(advance(name, 1, first)).as("the late one").isEqualTo(second);
    assertThat(advance(name, 1, second)).as("repeated").isEqualTo(second);
    midScenario();

    assertThat(get(name).position()).isEqualTo(second);
    delete(name);
  }

  @Test
  default void aProcessOfAnEarlierGenerationMovesNothing() {
    var rain = Table.in(this);
    var name = create(Optional.of(rain.name()), FeedStart.NOW);
    rain.insert(entity("p", "1"));
    var token = tokenAfter(name, 1);

    var after =
        answer(service().consumers().reset(name, FeedStart.BEGINNING).block(Table.PATIENCE));
    midScenario();

    assertThat(after.generation()).isEqualTo(2);
    fails(ErrorCode.UPDATE_CONDITION_NOT_SATISFIED, () -> advance(name, 1, token));
    assertThat(get(name).position()).isEqualTo(after.position());
    assertThat(rows(name, 1)).containsExactly("1");
    advance(name, 2, tokenAfter(name, 1));
    delete(name);
  }

  @Test
  default void aResetMovesBackAsWell() {
    var rain = Table.in(this);
    var name = create(Optional.of(rain.name()), FeedStart.NOW);
    var before = get(name).position();
    rain.insert(entity("p", "1"));
    advance(name, 1, tokenAfter(name, 1));

    service().consumers().reset(name, FeedStart.after(before)).block(Table.PATIENCE);

    assertThat(get(name).position()).isEqualTo(before);
    assertThat(rows(name, 1)).containsExactly("1");
    delete(name);
  }

  @Test
  default void theListHasThePositionAndTheLag() {
    var rain = Table.in(this);
    var name = create(Optional.of(rain.name()), FeedStart.NOW);
    rain.insert(entity("p", "1"));
    rain.insert(entity("p", "2"));
    midScenario();

    var listed = listed(name);
    assertThat(listed.table()).contains(rain.name());
    assertThat(listed.lagBytes()).isPositive();
    assertThat(listed.lagTime()).isLessThan(Duration.ofMinutes(5));
    assertThat(listed.state()).isEqualTo(NamedConsumer.State.ACTIVE);
    assertThat(listed.created())
        .isBetween(Instant.now().minusSeconds(300), Instant.now().plusSeconds(300));
    advance(name, 1, tokenAfter(name, 2));
    assertThat(listed(name).lagBytes()).isLessThan(listed.lagBytes() + 4096);
    delete(name);
  }

  @Test
  default void theListIsOrderedByName() {
    var names =
        List.of(create(Optional.empty(), FeedStart.NOW), create(Optional.empty(), FeedStart.NOW));

    assertThat(list()).extracting(each -> each.name().value()).isSorted();
    assertThat(list()).extracting(NamedConsumer::name).containsAll(names);
    names.forEach(this::delete);
  }

  @Test
  default void aDeletedConsumerIsGone() {
    var name = create(Optional.empty(), FeedStart.NOW);

    delete(name);
    midScenario();

    assertThat(list()).extracting(NamedConsumer::name).doesNotContain(name);
    fails(ErrorCode.CONSUMER_NOT_FOUND, () -> get(name));
    fails(ErrorCode.CONSUMER_NOT_FOUND, () -> delete(name));
    fails(ErrorCode.CONSUMER_NOT_FOUND, () -> rows(name, 1));
    fails(
        ErrorCode.CONSUMER_NOT_FOUND,
        () -> service().consumers().reset(name, FeedStart.NOW).block(Table.PATIENCE));
  }

  @Test
  default void aNameIsUsedOnce() {
    var name = create(Optional.empty(), FeedStart.NOW);
    midScenario();

    fails(
        ErrorCode.CONSUMER_ALREADY_EXISTS,
        () -> service()
            .consumers()
            .create(name, Optional.empty(), FeedStart.NOW)
            .block(Table.PATIENCE));
    delete(name);
    service().consumers().create(name, Optional.empty(), FeedStart.NOW).block(Table.PATIENCE);
    delete(name);
  }

  @Test
  default void aConsumerOfAMissingTableIsNotCreated() {
    var absent = Table.absentIn(this).name();

    fails(ErrorCode.TABLE_NOT_FOUND, () -> create(Optional.of(absent), FeedStart.NOW));
  }

  @Test
  default void aTokenOfAnotherFeedIsRefused() {
    var rain = Table.in(this);
    var name = create(Optional.of(rain.name()), FeedStart.NOW);
    var others = answer(
            service().changes(FeedScope.ACCOUNT, FeedStart.NOW).blockFirst(Table.PATIENCE))
        .token();

    fails(ErrorCode.INVALID_INPUT, () -> advance(name, 1, others));
    fails(
        ErrorCode.INVALID_INPUT,
        () -> service().consumers().reset(name, FeedStart.after(others)).block(Table.PATIENCE));
    delete(name);
  }

  @Test
  default void theHundredthConsumerIsTheLast() {
    var room = 100 - list().size();
    var names = IntStream.range(0, room)
        .mapToObj(number -> create(Optional.empty(), FeedStart.NOW))
        .toList();

    fails(ErrorCode.TOO_MANY_CONSUMERS, () -> create(Optional.empty(), FeedStart.NOW));
    delete(names.get(0));
    midScenario();
    var again = create(Optional.empty(), FeedStart.NOW);
    fails(ErrorCode.TOO_MANY_CONSUMERS, () -> create(Optional.empty(), FeedStart.NOW));

    names.subList(1, names.size()).forEach(this::delete);
    delete(again);
  }

  private ConsumerName create(Optional<TableName> table, FeedStart start) {
    var name = new ConsumerName(Table.freshName("c").value().toLowerCase(Locale.ROOT));
    var created = answer(service().consumers().create(name, table, start).block(Table.PATIENCE));
    assertThat(created.name()).isEqualTo(name);
    return name;
  }

  private NamedConsumer get(ConsumerName name) {
    return answer(service().consumers().get(name).block(Table.PATIENCE));
  }

  private List<NamedConsumer> list() {
    return answer(service().consumers().list().block(Table.PATIENCE));
  }

  private NamedConsumer listed(ConsumerName name) {
    return list().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  private FeedToken advance(ConsumerName name, long generation, FeedToken to) {
    return answer(service().consumers().advance(name, generation, to).block(Table.PATIENCE));
  }

  private void delete(ConsumerName name) {
    service().consumers().delete(name).block(Table.PATIENCE);
  }

  private List<String> rows(ConsumerName name, int changes) {
    return answer(service()
        .changes(name, Filter.ALL)
        .ofType(FeedItem.Change.class)
        .take(changes)
        .map(change -> change.key().rowKey())
        .collectList()
        .block(Table.PATIENCE));
  }

  /** Returns the token after some changes. */
  private FeedToken tokenAfter(ConsumerName name, int changes) {
    return answer(service()
            .changes(name, Filter.ALL)
            .ofType(FeedItem.Change.class)
            .take(changes)
            .blockLast(Table.PATIENCE))
        .token();
  }

  private static <T> T answer(T answer) {
    return Objects.requireNonNull(answer, "an answer");
  }

  private static void fails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code));
  }
}
