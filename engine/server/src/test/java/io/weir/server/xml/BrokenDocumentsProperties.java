package io.weir.server.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.api.error.InvalidRequestException;
import io.weir.server.settings.AccessPolicies;
import io.weir.server.settings.ServiceProperties;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is sent as a document of settings, it is understood or refused, and what is understood is kept as it was meant. */
final class BrokenDocumentsProperties {

  private static final String POLICIES =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><SignedIdentifiers><SignedIdentifier><Id>\ud83d\ude00 one</Id>"
          + "<AccessPolicy><Start>2020-01-02</Start><Permission>raud</Permission></AccessPolicy>"
          + "</SignedIdentifier></SignedIdentifiers>";
  private static final String PROPERTIES = "<StorageServiceProperties><Cors><CorsRule>"
      + "<AllowedOrigins>http://a,b</AllowedOrigins><AllowedMethods>GET</AllowedMethods>"
      + "<AllowedHeaders>x-*</AllowedHeaders><ExposedHeaders/><MaxAgeInSeconds>5</MaxAgeInSeconds>"
      + "</CorsRule></Cors></StorageServiceProperties>";
  private static final List<String> PIECES = List.of(
      "<",
      ">",
      "</",
      "/>",
      "&",
      "&amp;",
      "&#0;",
      "&#x41;",
      "&lt;b/&gt;",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<?xml version=\"1.1\"?>",
      "<?a b?>",
      "<!DOCTYPE a>",
      "<!DOCTYPE a [<!ENTITY b 'c'>]>",
      "&b;",
      "xmlns:a='b'",
      "<a:b>",
      " c='d'",
      "\u0000",
      "\ud800",
      "\ufeff",
      "\r\n",
      "<Id>",
      "</Id>",
      "<Cors>",
      "</Cors>",
      "é");

  @Property(tries = 2_000)
  void aBrokenListOfPoliciesIsUnderstoodOrRefused(@ForAll long seed) {
    try {
      var understood = AccessPolicies.parse(broken(POLICIES, seed));

      assertThat(AccessPolicies.parse(understood.document())).isEqualTo(understood);
    } catch (InvalidRequestException refused) {
      assertThat(refused.code().status()).isEqualTo(400);
    }
  }

  @Property(tries = 2_000)
  void brokenPropertiesAreUnderstoodOrRefused(@ForAll long seed) {
    try {
      var understood = ServiceProperties.parse(broken(PROPERTIES, seed));

      var told = ServiceProperties.parse(understood.document());
      assertThat(told.texts()).containsAllEntriesOf(understood.texts());
    } catch (InvalidRequestException refused) {
      assertThat(refused.code().status()).isEqualTo(400);
    }
  }

  @Property(tries = 1)
  void whatIsNotBrokenIsUnderstood() {
    assertThatCode(() -> AccessPolicies.parse(POLICIES.getBytes(UTF_8))).doesNotThrowAnyException();
    assertThatCode(() -> ServiceProperties.parse(PROPERTIES.getBytes(UTF_8)))
        .doesNotThrowAnyException();
  }

  /** A few cuts and insertions; every other time single bytes are changed as well. */
  private static byte[] broken(String document, long seed) {
    var random = new SplittableRandom(seed);
    var text = new StringBuilder(document);
    for (var edits = random.nextInt(4); edits >= 0; edits--) {
      var from = random.nextInt(text.length() + 1);
      var to = Math.min(text.length(), from + random.nextInt(12));
      text.replace(from, to, random.nextBoolean() ? PIECES.get(random.nextInt(PIECES.size())) : "");
    }
    var bytes = text.toString().getBytes(UTF_8);
    for (var flips = random.nextInt(4) - 1; flips > 0 && bytes.length > 0; flips--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}
