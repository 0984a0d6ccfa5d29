import Foundation
import WebKit

/// Replaces Sources/SluiceProtection/Apple/NextDelegate.swift where .ci/apple compiles without Objective-C.
///
/// Only Objective-C has optional methods; .ci/steps/apple-declarations compiles the real file.
@MainActor final class NextDelegate {
  weak var delegate: (any WKNavigationDelegate)?
  nonisolated init() {}
  var takesDownloads: Bool { false }
  var handlesTermination: Bool { false }

  func decide(
    _ webView: WKWebView, _ action: WKNavigationAction, _ preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)? { nil }
  func decide(_ webView: WKWebView, _ response: WKNavigationResponse) async -> WKNavigationResponsePolicy? {
    nil
  }
  func didStart(_ webView: WKWebView, _ navigation: WKNavigation?) {}
  func didRedirect(_ webView: WKWebView, _ navigation: WKNavigation?) {}
  func didCommit(_ webView: WKWebView, _ navigation: WKNavigation?) {}
  func didFinish(_ webView: WKWebView, _ navigation: WKNavigation?) {}
  func didFail(_ webView: WKWebView, _ navigation: WKNavigation?, _ error: any Error) {}
  func didFailProvisional(_ webView: WKWebView, _ navigation: WKNavigation?, _ error: any Error) {}
  func didTerminate(_ webView: WKWebView) {}
  func didBecome(_ webView: WKWebView, _ action: WKNavigationAction, _ download: WKDownload) {}
  func didBecome(_ webView: WKWebView, _ response: WKNavigationResponse, _ download: WKDownload) {}
}
