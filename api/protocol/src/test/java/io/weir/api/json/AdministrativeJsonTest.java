package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ConsumerName;
import io.weir.api.FeedSettings;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Expiry;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchState;
import io.weir.api.search.SearchStatus;
import io.weir.api.search.SearchedProperty;
import io.weir.api.search.TextAnalyzer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The bytes of administrative objects, which services and clients of other versions read, and the
 * bodies that are refused.
 */
final class AdministrativeJsonTest {

  private static final TableName PEOPLE = new TableName("People");
  private static final FeedToken TOKEN = new FeedToken("AAAA");
  private static final Instant CREATED = Instant.parse("2030-01-31T12:00:00Z");
  private static final NamedConsumer OF_TABLE = consumer(Optional.of(PEOPLE));
  private static final SearchDefinition REMARKS = new SearchDefinition(List.of(
      new SearchedProperty("Remarks", TextAnalyzer.ENGLISH, 2), new SearchedProperty("Species")));

  @Test
  void indexes() {
    var sparse = IndexDefinition.of("byAge", "Age").where("Kind eq 'Owl'").uniquely();
    var keys = new Duplicate(new EntityKey("p", "r"), new EntityKey("p", "s"));

    assertText(
        IndexJson.write(List.of(
            new IndexStatus(sparse, IndexState.FAILED, 0.5, 3, 120, keys),
            new IndexStatus(
                IndexDefinition.of("all", "A"), IndexState.BACKFILLING, 0, 0, 0, null, true))),
        "{'value':[{'name':'byAge','properties':[{'name':'Age'}],'where':'Kind eq \\u0027Owl\\u0027','unique':true,'withMissing':false,"
            + "'sparse':true,'state':'failed','progress':0.5,'entries':3,'bytes':120,"
            + "'duplicate':[{'PartitionKey':'p','RowKey':'r'},{'PartitionKey':'p','RowKey':'s'}]},"
            + "{'name':'all','properties':[{'name':'A'}],'unique':false,'withMissing':true,'sparse':false,"
            + "'state':'backfilling','progress':0.0,'entries':0,'bytes':0,'waiting':true}]}");
  }

  @Test
  void consumers() {
    assertText(
        ConsumerJson.write(List.of(OF_TABLE)),
        "{'value':[{'name':'search','table':'People','position':'AAAA','generation':1,'created':'2030-01-31T12:00:00Z',"
            + "'state':'active','lagBytes':4096,'lagSeconds':1.25}]}");
    assertText(
        ConsumerJson.write(consumer(Optional.empty())),
        "{'name':'search','position':'AAAA','generation':1,'created':'2030-01-31T12:00:00Z',"
            + "'state':'active','lagBytes':4096,'lagSeconds':1.25}");
    assertText(ConsumerJson.write(TOKEN), "{'position':'AAAA'}");
    assertText(ConsumerJson.write(FeedStart.since(CREATED)), "{'from':'2030-01-31T12:00:00Z'}");
    assertText(
        ConsumerJson.write(new ConsumerJson.Advance(7, TOKEN)),
        "{'generation':7,'position':'AAAA'}");
    assertText(
        ConsumerJson.write(new ConsumerJson.Creation(Optional.of(PEOPLE), FeedStart.NOW)),
        "{'table':'People','from':'now'}");
    assertText(
        ConsumerJson.write(new ConsumerJson.Creation(Optional.empty(), FeedStart.BEGINNING)),
        "{'from':'beginning'}");
  }

  @Test
  void consumersAreReadAsTheyWereWritten() {
    assertThat(ConsumerJson.readList(ConsumerJson.write(List.of(OF_TABLE))))
        .containsExactly(OF_TABLE);
    assertThat(ConsumerJson.readConsumer(ConsumerJson.write(consumer(Optional.empty()))))
        .isEqualTo(consumer(Optional.empty()));
    assertThat(ConsumerJson.readPosition(ConsumerJson.write(TOKEN))).isEqualTo(TOKEN);
    assertThat(ConsumerJson.readAdvance(utf8("{'generation':7,'position':'AAAA'}")))
        .isEqualTo(new ConsumerJson.Advance(7, TOKEN));
    assertThat(ConsumerJson.readReset(utf8("{'from':'AAAA'}"))).isEqualTo(FeedStart.after(TOKEN));
    assertThat(ConsumerJson.readCreation(new byte[0]))
        .isEqualTo(new ConsumerJson.Creation(Optional.empty(), FeedStart.NOW));
    assertThat(ConsumerJson.readCreation(utf8("{'table':'People'}")))
        .isEqualTo(new ConsumerJson.Creation(Optional.of(PEOPLE), FeedStart.NOW));
  }

  @Test
  void searches() {
    var failed = new SearchStatus(
        PEOPLE, REMARKS, SearchState.FAILED, 3, 120, Duration.ofMillis(7), 8, true, 2, "full");

    assertText(
        SearchJson.write(REMARKS),
        "{'properties':[{'name':'Remarks','analyzer':'english','weight':2.0},{'name':'Species','analyzer':'standard','weight':1.0}]}");
    assertText(
        SearchJson.write(failed),
        "{'table':'People','properties':[{'name':'Remarks','analyzer':'english','weight':2.0},"
            + "{'name':'Species','analyzer':'standard','weight':1.0}],'state':'failed','documents':3,'bytes':120,'lagMillis':7,'lagBytes':8,"
            + "'rebuilding':true,'rebuilt':2,'failure':'full'}");
    assertThat(SearchJson.readStatus(SearchJson.write(failed))).isEqualTo(failed);
    assertThat(SearchJson.readList(SearchJson.write(List.of(failed)))).containsExactly(failed);
    assertThat(SearchJson.read(utf8("{'properties':[{'name':'Species'}]}")))
        .isEqualTo(SearchDefinition.of("Species"));
  }

  @Test
  void uploads() {
    var upload = new UnfinishedUpload(
        new UUID(1, 2),
        new EntityKey("p", "r"),
        3,
        "image/png",
        Optional.of("0f"),
        Optional.of(CREATED));

    assertText(
        UploadJson.list(List.of(upload)),
        "{'value':[{'id':'00000000-0000-0001-0000-000000000002','PartitionKey':'p','RowKey':'r','offset':3,'contentType':'image/png',"
            + "'sha256':'0f','lastStored':'2030-01-31T12:00:00Z'}]}");
    assertText(UploadJson.collected(2), "{'collected':2}");
  }

  @Test
  void settings() {
    assertText(
        SettingJson.write(TableSetting.FEED, new FeedSettings(true)), "{'beforeImages':true}");
    assertText(
        SettingJson.write(TableSetting.EXPIRY, Expiry.at("Ab\u00e9")), "{'property':'Ab\u00e9'}");
    assertThat(SettingJson.read(TableSetting.EXPIRY, utf8("{'property':'A'}")))
        .isEqualTo(Expiry.at("A"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          {'generation':'1','position':'AAAA'}                 | expected=consumer member=generation offset=14
          {'generation':1.5,'position':'AAAA'}                 | expected=consumer member=generation offset=14
          {'generation':null,'position':'AAAA'}                | expected=consumer member=generation offset=14
          {'position':'AAAA'}                                  | expected=consumer member=generation offset=18
          {'generation':1,'position':7}                        | expected=consumer member=position offset=27
          {'generation':1,'position':'AAAA','x':[{}]}          | expected=consumer member=x offset=38
          {'generation':1,'generation':2,'position':'AAAA'}    | expected=once member=generation
          {'generation':1,'position':'AAAA'} 7                 | expected=endOfBody
          {'generation':99999999999999999999,'position':'A'}   | expected=consumer member=generation offset=14
          {'generation':1,'position'                           | expected=json offset=
          7                                                    | expected=jsonObject
          null                                                 | expected=jsonObject
          ``                                                   | expected=jsonObject
          """)
  void aRequestOfAnotherFormIsRefusedWithItsPlace(String body, String facts) {
    assertThatThrownBy(() -> ConsumerJson.readAdvance(utf8(body)))
        .isInstanceOfSatisfying(InvalidRequestException.class, failure -> {
          assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
          assertThat(failure.facts()).contains(facts);
        });
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          {'properties':[{'name':'A','weight':'2'}]}      | expected=searchDefinition member=weight offset=36
          {'properties':[{'name':'A','weight':null}]}     | expected=searchDefinition member=weight offset=36
          {'properties':[{'name':'A','analyser':'x'}]}    | expected=searchDefinition member=analyser offset=38
          {'properties':[{'name':'A'}],'x':1}             | expected=searchDefinition member=x offset=33
          {'properties':[{'name':'A'},null]}              | expected=searchDefinition member=properties offset=28
          {'properties':[{'weight':2}]}                   | expected=searchDefinition member=name offset=26
          {'properties':[{'name':'A','analyzer':'x'}]}    | analyzer=x expected=standard|simple|keyword|english
          {'properties':[{'name':'A','weight':1000}]}     | weight=1000.0
          """)
  void aDefinitionOfAnotherFormIsRefusedWithItsPlace(String body, String facts) {
    assertThatThrownBy(() -> SearchJson.read(utf8(body)))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            failure -> assertThat(failure.facts()).contains(facts));
  }

  @Test
  void aLongNameIsShownShortened() {
    assertThatThrownBy(() -> ConsumerJson.readReset(utf8("{'" + "x".repeat(10_000) + "':1}")))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            failure -> assertThat(failure.facts()).contains("member=xxx").hasSizeLessThan(500));
  }

  @Test
  void anAnswerOfANewerServiceMayHaveFurtherMembers() {
    var consumer =
        "{'new':[{'a':null}],'name':'search','position':'AAAA','generation':1,'created':'2030-01-31T12:00:00Z',"
            + "'state':'active','lagBytes':4096,'lagSeconds':1.25,'more':{}}";

    assertThat(ConsumerJson.readConsumer(utf8(consumer))).isEqualTo(consumer(Optional.empty()));
    assertThatThrownBy(() -> ConsumerJson.readConsumer(utf8(consumer.replace("active", "new"))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("expected=consumer member=state offset=");
  }

  private static NamedConsumer consumer(Optional<TableName> table) {
    return new NamedConsumer(
        new ConsumerName("search"),
        table,
        TOKEN,
        1,
        CREATED,
        NamedConsumer.State.ACTIVE,
        4096,
        Duration.ofMillis(1250));
  }

  private static void assertText(byte[] json, String expected) {
    assertThat(new String(json, UTF_8))
        .isEqualTo(expected.replace('\'', '"').replace("\\u0027", "'"));
  }

  private static byte[] utf8(String text) {
    return text == null ? new byte[0] : text.replace('\'', '"').getBytes(UTF_8);
  }
}
