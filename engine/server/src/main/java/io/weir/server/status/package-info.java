/**
 * What a service tells its operator of itself: versions, the settings it runs with, and its latest log lines. {@code GET
 * /ACCOUNT/?comp=status}, authenticated with an account key.
 *
 * <pre>
 * {"started":"2026-11-27T09:00:00Z",
 *  "versions":[{"name":"Weir","version":"1.0"},..],
 *  "settings":[{"name":"--port","value":"10002","origin":"default"},..],
 *  "log":[{"at":"2026-11-27T09:00:01.250Z","level":"WARN","logger":"io.weir.Store","thread":"weir-log","text":".."},..]}
 * </pre>
 *
 * <p>A setting that is a secret has {@code "value":null} and {@code "secret":true}. The log holds the newest lines, the oldest first, and no lines of the
 * access log.
 *
 * <p>Settings and log lines are of the whole service: folders, addresses, names of other accounts. So only one account may read them,
 * {@link ServiceStatus#operator}.
 *
 * <p>Threads: the loop of the connection. Failures: {@code AuthorizationFailure} for another account or without an account key;
 * {@code NotImplemented} for a service that was started without a status, as by a program of one's own.
 */
@NullMarked
package io.weir.server.status;

import org.jspecify.annotations.NullMarked;
